/** The tools of the board: line of sight, range, and the places in reach, by mouse, touch and keyboard; terrain on its card. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RADIUS } from '../src/board/ground';
import { game, get, launch, type Person, person } from './browser';
import { giveAny, moment, offersOf } from './opponent';
import { caughtUp, ready, skip, until } from './play';

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Places a side's units by dice, or as they stand, until play begins. */
async function setUp(token: string): Promise<void> {
  for (;;) {
    const all = await offersOf(token);
    if (all.question !== null && !BEFORE.has(all.question)) return;
    if (all.question === null) await moment();
    else await giveAny(token, all, /Place at random|Ready|Finish recording/);
  }
}
/** Questions before the first turn. */
const BEFORE = new Set(['record', 'set_up', 'set-up']);

async function sat({ scenario, own, other }: Played, options: typeof DESK): Promise<Person> {
  const links = await game({ scenario, players: { [other]: 'recruit' } });
  const token = links[own] ?? '';
  const who = await person(browser, options);
  await who.page.goto(`/seat/${token}`);
  await ready(who.page);
  await until(who.page, 'asked');
  await setUp(token);
  await caughtUp(who, token);
  await skip(who.page);
  await until(who.page, 'asked');
  return who;
}

/** How the board is moved, and its scale. */
const zoom = async (page: Page) => (await page.locator('.board > g').getAttribute('transform') ?? '').match(/-?[\d.]+/g)?.map(Number) as [number, number, number];

/** A point of a hex on the screen, beside its counters. */
async function spot(page: Page, label: string): Promise<{ x: number; y: number }> {
  const { hexes } = await get<{ hexes: { label: string; x: number; y: number }[] }>(`seats/${page.url().split('/').at(-1) ?? ''}/board`);
  const hex = hexes.find((one) => one.label === label);
  const [left, top, scale] = await zoom(page);
  const stage = await page.locator('.stage').boundingBox();
  return { x: (stage?.x ?? 0) + left + scale * RADIUS * (hex?.x ?? 0), y: (stage?.y ?? 0) + top + scale * RADIUS * ((hex?.y ?? 0) + 0.7) };
}

const ABLE = '.board .counter.able';
/** The box of the last of these elements whose middle the board shows. */
async function inView(page: Page, which: string) {
  const stage = await page.locator('.stage').boundingBox();
  const boxes = await Promise.all((await page.locator(which).all()).map((one) => one.boundingBox()));
  const inside = boxes.filter((box) => box !== null && stage !== null && box.x + box.width / 2 > stage.x + 20 && box.x + box.width / 2 < stage.x + stage.width - 60
    && box.y + box.height / 2 > stage.y + 20 && box.y + box.height / 2 < stage.y + stage.height - 20);
  return inside.at(-1);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Line of sight and range' });
const verdict = (page: Page) => page.locator('.measure .verdict');
/** What the board draws: the line, what blocks it, and places in reach. */
const drawn = async (page: Page) => ({
  lines: await page.locator('.measured .thread').count(), blocks: await page.locator('.measured .block').count(), reached: await page.locator('.measured .reach').count(),
});

/** A scenario with the side that is played, a hex, one beside it, and one farther off. */
interface Played {
  scenario: string;
  own: string;
  other: string;
  from: string;
  near: string;
  far: string;
}
const PLAYED: Played[] = [
  { scenario: 'tide/first', own: 'soviet', other: 'german', from: 'C3', near: 'D2', far: 'F1' },
  { scenario: 'heroes/first', own: 'soviet', other: 'german', from: 'D3', near: 'E3', far: 'H2' },
  { scenario: 'asl/first', own: 'russian', other: 'german', from: 'E3', near: 'F3', far: 'I6' },
  { scenario: 'sniper/cordon', own: 'defender', other: 'attacker', from: '2430', near: '2530', far: '2830' },
];

describe.each(PLAYED)('the tools of the board in $scenario', (played) => {
  const { from, near, far } = played;
  it('measure between two places with the mouse, and choose nothing', async () => {
    const { page, context, complaints } = await sat(played, DESK);
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
    const { page, context, complaints } = await sat(played, DESK);
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
    const { page, context, complaints } = await sat(played, PHONE);
    // A large board shows a part of itself, and follows the chosen man.
    if (!(await inView(page, ABLE))) await page.keyboard.press('n');
    await expect.poll(() => inView(page, ABLE)).toBeTruthy();
    const at = (await inView(page, ABLE))!;
    const touch = await context.newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: at.x + at.width / 2, y: at.y + at.height / 2 }] });
    await page.locator('.infocard').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.getByRole('button', { name: 'Measure from here' }).click();
    await panel(page).getByText('Choose where the line ends.').waitFor();
    // Two columns of hexes towards the middle.
    const [stage, columns] = [(await page.locator('.stage').boundingBox())!, 3 * RADIUS * (await zoom(page))[2]];
    const middle = at.x + at.width / 2;
    await page.touchscreen.tap(middle < stage.x + stage.width / 2 ? middle + columns : middle - columns, at.y + at.height / 2);
    await verdict(page).waitFor();
    // The panel lies below the board, within the screen.
    const box = await page.locator('.measure').boundingBox();
    expect(box!.y).toBeGreaterThan(stage.y + stage.height - 1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator('.measure').getByRole('button', { name: 'Close' }).click();
    await page.locator('.measure').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('say on the card of a hex what its terrain does, each with its clause', async () => {
    const { page, context } = await sat(played, DESK);
    const { x, y } = await spot(page, near);
    await page.mouse.move(x, y);
    const effects = page.getByRole('list', { name: 'Effects of the terrain' });
    await effects.waitFor();
    expect(await effects.getByRole('listitem').count()).toBeGreaterThan(0);
    const clause = effects.getByRole('button', { name: /^Rule / }).first();
    const id = (await clause.textContent()) ?? '';
    await clause.click();
    await page.locator(`dialog[open] .found[data-clause="${id}"]`).waitFor();
    await context.close();
  });
});
