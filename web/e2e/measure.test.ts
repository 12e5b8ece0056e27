/** The tools of the board: line of sight, range, and the places in reach, by mouse, touch and keyboard; terrain on its card. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RADIUS } from '../src/board/ground';
import { game, get, launch, type Person, person } from './browser';
import { ready, until } from './play';

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function sat(scenario: string, options: typeof DESK): Promise<Person> {
  const links = await game({ scenario, players: { german: 'computer' } });
  const who = await person(browser, options);
  await who.page.goto(`/seat/${links['soviet']}`);
  await ready(who.page);
  await until(who.page, 'asked');
  return who;
}

/** A point of a hex on the screen, beside its counters. */
async function spot(page: Page, label: string): Promise<{ x: number; y: number }> {
  const { hexes } = await get<{ hexes: { label: string; x: number; y: number }[] }>(`seats/${page.url().split('/').at(-1) ?? ''}/board`);
  const hex = hexes.find((one) => one.label === label);
  const [left, top, scale] = (await page.locator('.board > g').getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) as [number, number, number];
  const stage = await page.locator('.stage').boundingBox();
  return { x: (stage?.x ?? 0) + left + scale * RADIUS * (hex?.x ?? 0), y: (stage?.y ?? 0) + top + scale * RADIUS * ((hex?.y ?? 0) + 0.7) };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Line of sight and range' });
const verdict = (page: Page) => page.locator('.measure .verdict');
/** What the board draws: the line, what blocks it, and places in reach. */
const drawn = async (page: Page) => ({
  lines: await page.locator('.measured .thread').count(), blocks: await page.locator('.measured .block').count(), reached: await page.locator('.measured .reach').count(),
});

describe.each([['tide/first', 'C3', 'D2', 'F1'], ['heroes/first', 'D3', 'E3', 'H2']] as const)('the tools of the board in %s', (scenario, from, near, far) => {
  it('measure between two places with the mouse, and choose nothing', async () => {
    const { page, context, complaints } = await sat(scenario, DESK);
    const orders = await page.locator('.orders').innerText();
    await page.getByRole('button', { name: 'Measure line of sight and range' }).click();
    await panel(page).getByText('Choose where the line starts.').waitFor();
    for (const label of [from, near]) {
      const { x, y } = await spot(page, label);
      await page.mouse.click(x, y);
    }
    await verdict(page).getByText('Range 1 hex', { exact: false }).waitFor();
    expect((await drawn(page)).lines).toBeGreaterThan(0);
    // Another end from the same start; each sentence that a rule decides names it.
    const { x, y } = await spot(page, far);
    await page.mouse.click(x, y);
    await panel(page).getByText(`To ${far}`).waitFor();
    await verdict(page).filter({ hasNotText: 'Range 1 hex' }).waitFor();
    await page.locator('.measure .answer .clause').first().waitFor();
    const blocked = /Blocked/.test(await verdict(page).innerText());
    expect((await drawn(page)).blocks > 0).toBe(blocked);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await drawn(page)).toEqual({ lines: 0, blocks: 0, reached: 0 });
    expect(await page.locator('.orders').innerText()).toBe(orders);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are used by the keyboard alone, and read aloud', async () => {
    const { page, context, complaints } = await sat(scenario, DESK);
    await page.keyboard.press('l');
    await panel(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-hex'));
    for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(50);
    }
    await verdict(page).waitFor();
    const tree = await panel(page).ariaSnapshot();
    expect(tree).toMatch(/status/);
    expect(tree).toMatch(/Range \d/);
    await page.keyboard.press('Escape');
    // The places in reach of the chosen unit.
    await page.keyboard.press('n');
    await page.keyboard.press('g');
    await page.getByRole('region', { name: 'Places in reach' }).waitFor();
    await verdict(page).getByText(/in reach of/).waitFor();
    expect((await drawn(page)).reached).toBeGreaterThan(0);
    await page.getByText('All places with their cost').click();
    expect(await page.locator('.measure details :is(li, tbody tr)').count()).toBeGreaterThan(0);
    await page.keyboard.press('g');
    await page.locator('.measure').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('begin at the card of a counter on a phone, which a long press opens', async () => {
    const { page, context, complaints } = await sat(scenario, PHONE);
    const counter = page.locator('.board .counter.able').last();
    const at = (await counter.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const touch = await context.newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }] });
    await page.locator('.infocard').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('button', { name: 'Measure from here' }).click();
    await panel(page).getByText('Choose where the line ends.').waitFor();
    const { x, y } = await spot(page, near);
    await page.touchscreen.tap(x, y);
    await verdict(page).waitFor();
    // The panel lies below the board, within the screen.
    const [box, stage] = [await page.locator('.measure').boundingBox(), await page.locator('.stage').boundingBox()];
    expect(box!.y).toBeGreaterThan(stage!.y + stage!.height - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator('.measure').getByRole('button', { name: 'Close' }).click();
    await page.locator('.measure').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say on the card of a hex what its terrain does, each with its clause', async () => {
    const { page, context } = await sat(scenario, DESK);
    const { x, y } = await spot(page, near);
    await page.mouse.move(x, y);
    const effects = page.getByRole('list', { name: 'Effects of the terrain' });
    await effects.waitFor();
    expect(await effects.getByRole('listitem').count()).toBeGreaterThan(1);
    const clause = effects.getByRole('button', { name: /^Rule / }).first();
    const id = (await clause.textContent()) ?? '';
    await clause.click();
    await page.locator(`dialog[open] .found[data-clause="${id}"]`).waitFor();
    await context.close();
  });
});
