/** The board: the view on own men, the small map, the card of what is pointed at, the plots of all men. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, type Person, person } from './browser';
import { order, ready, until } from './play';

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function sat(scenario: string, own: string, other: string, options: typeof DESK): Promise<Person> {
  const links = await game({ scenario, players: { [other]: 'recruit' } });
  const who = await person(browser, options);
  await who.page.goto(`/seat/${links[own]}`);
  await ready(who.page);
  await until(who.page, 'asked');
  return who;
}

const rect = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
type Rect = Awaited<ReturnType<typeof rect>>;
const meets = (a: Rect, b: Rect) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const holds = (a: Rect, b: Rect) => b.x >= a.x && b.y >= a.y && b.x + b.width <= a.x + a.width && b.y + b.height <= a.y + a.height;
/** Counters on the board that meet the stage, and those that are whole. */
async function counters(page: Page): Promise<{ seen: number; whole: number }> {
  const stage = await rect(page.locator('.stage'));
  const all = await Promise.all((await page.locator('.board .pieces .counter .face').all()).map(rect));
  return { seen: all.filter((one) => meets(stage, one)).length, whole: all.filter((one) => holds(stage, one)).length };
}
const where = (page: Page) => page.locator('.board > g').getAttribute('transform');
/** Whether the fine image covers the stage, nearly at its scale. */
const isSharp = (page: Page) => page.locator('.sheet').first().locator('canvas').last().evaluate((canvas: HTMLCanvasElement) => {
  const [stage, at] = [document.querySelector('.stage')!.getBoundingClientRect(), canvas.getBoundingClientRect()];
  return at.left <= stage.left && at.top <= stage.top && at.right >= stage.right && at.bottom >= stage.bottom && canvas.width > at.width / 1.3;
});

describe.each([['a desk', DESK], ['a phone', PHONE]] as const)('a board too large to be read as a whole, at %s', (name, options) => {
  it('opens on own men, follows the chosen one, and goes where men are below', async () => {
    const { page, context, complaints } = await sat('sniper/cordon', 'defender', 'attacker', options);
    await expect.poll(async () => (await counters(page)).whole).toBeGreaterThan(4);
    const opened = await counters(page);
    expect(opened.whole).toBe(opened.seen);
    const before = await where(page);
    const header = await rect(page.locator('.table > header'));

    // The small map moves the view; a key shows own men again.
    const small = page.getByRole('button', { name: /^Small map: arrow/ });
    if (name === 'a phone') await page.getByRole('button', { name: 'Small map', exact: true }).click();
    const box = await rect(small);
    await page.mouse.click(box.x + 8, box.y + 8);
    await expect.poll(() => where(page)).not.toBe(before);
    await expect.poll(async () => (await counters(page)).seen).toBe(0);
    await expect.poll(() => isSharp(page)).toBe(true);
    // Below, the view goes to the man there.
    await page.getByRole('button', { name: /Underground/ }).click();
    await expect.poll(async () => (await rect(page.locator('.board .counter.buried .face').first())).width).toBeGreaterThan(20);
    expect(holds(await rect(page.locator('.stage')), await rect(page.locator('.board .counter.buried .face').first()))).toBe(true);
    await page.getByRole('button', { name: /Underground|Street/ }).first().click();
    await small.focus();
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await counters(page)).seen).toBe(0);
    // A man chosen in the list is shown.
    await page.locator('.orders [data-choice]', { hasText: 'Demin' }).click();
    await expect.poll(async () => holds(await rect(page.locator('.stage')), await rect(page.locator('.board .counter.chosen .face')))).toBe(true);

    // No text moves the board; what doesn't fit in the header is behind a fold.
    expect(await rect(page.locator('.table > header'))).toEqual(header);
    await page.getByRole('button', { name: /^All/ }).click();
    await page.locator('.every', { hasText: 'tannery street' }).waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('the card of what is pointed at', () => {
  it('comes after a rest of the mouse and by a key, beside what it tells of; it chooses nothing', async () => {
    const { page, context, complaints } = await sat('tide/first', 'soviet', 'german', DESK);
    const counter = page.locator('.board .counter[aria-label^="2nd Rifle"]');
    const card = page.locator('.infocard');
    const at = await rect(counter);
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
    await card.getByText('Your regular squad').waitFor();
    expect(meets(await rect(card), at)).toBe(false);
    expect(await page.locator('.counter.chosen').count()).toBe(0);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    // A click chooses as ever, and the card is gone.
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2 + 3);
    await counter.click();
    await page.locator('.board .counter.chosen').waitFor();
    expect(await card.count()).toBe(0);

    await page.keyboard.press('b');
    await page.keyboard.press('i');
    await card.waitFor();
    await page.locator('.unseen[role="status"]', { hasText: /2nd Rifle/ }).waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    // The first Escape closed the card alone.
    expect(await page.locator('.board .counter.chosen').count()).toBe(1);
    // An enemy is told as far as he is seen; a hex with what is below it.
    const enemy = page.locator('.board .counter[aria-label^="3E"]');
    await enemy.focus();
    await page.keyboard.press('i');
    await card.getByText('German').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('comes by a long press on a phone, which chooses nothing; a tap does', async () => {
    const { page, context, complaints } = await sat('tide/first', 'soviet', 'german', PHONE);
    const counter = page.locator('.board .counter[aria-label^="2nd Rifle"]');
    const at = await rect(counter);
    const spot = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    const touch = await context.newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [spot] });
    const card = page.locator('.infocard');
    await card.getByText('Your regular squad').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(meets(await rect(card), at)).toBe(false);
    expect(await page.locator('.counter.chosen').count()).toBe(0);
    await page.touchscreen.tap(spot.x, spot.y);
    await page.locator('.board .counter.chosen').waitFor();
    expect(await card.count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a long gesture', () => {
  it('has the board printed finely where it has come to, before it ends', async () => {
    const { page, context } = await sat('sniper/cordon', 'defender', 'attacker', DESK);
    await expect.poll(() => isSharp(page)).toBe(true);
    // The wheel is turned in every frame, however slow the machine: nothing ever rests. The board grows threefold.
    const sharp = await page.evaluate(() => new Promise<boolean>((done) => {
      const [stage, moved] = [document.querySelector<HTMLElement>('.stage')!, document.querySelector<HTMLElement>('.moved')!];
      const canvas = [...document.querySelector('.sheet')!.querySelectorAll('canvas')].at(-1)!;
      const { left, top, width, height } = stage.getBoundingClientRect();
      const last = performance.now() + 20_000;
      let turns = 0;
      const turn = () => {
        stage.dispatchEvent(new WheelEvent('wheel', { deltaY: turns < 32 ? -25 : turns % 2 === 0 ? 1 : -1, clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true }));
        turns += 1;
        const fine = canvas.width > canvas.getBoundingClientRect().width / 1.3;
        if (turns > 40 && fine && moved.style.transform !== '') done(true);
        else if (performance.now() > last) done(false);
        else requestAnimationFrame(turn);
      };
      requestAnimationFrame(turn);
    }));
    expect(sharp).toBe(true);
    await context.close();
  });
});

describe('the plots of all men', () => {
  it('are listed at one glance, step by step', async () => {
    const { page, context, complaints } = await sat('sniper/patrol', 'defender', 'attacker', DESK);
    await order(page, /You are ready/);
    await page.locator('#orders-title', { hasText: /Plot in secret/ }).waitFor();
    for (const man of [/Belov/, /Gorin/]) {
      await order(page, /moves to 1[56]2\d/, /moves: choose/, /^\d*\s*Move\d*$/, man);
      const back = page.getByRole('button', { name: /^Back/ });
      while ((await back.count()) > 0) await back.first().click();
    }
    const plots = page.locator('.plots');
    await plots.waitFor();
    if ((await plots.getAttribute('open')) === null) await plots.locator('summary').click();
    const listed = plots.getByRole('list', { name: 'All plots' });
    await listed.locator('.step').first().waitFor();
    expect(await listed.locator('li').count()).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
