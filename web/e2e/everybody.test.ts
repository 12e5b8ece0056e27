/** For everybody: by keyboard alone, by ear, on a phone, at night. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person, sit } from './browser';
import { opponent, takeSeat } from './opponent';
import { giveOrder, order, playToEnd, press, ready, state, until } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('the keyboard alone', () => {
  it('sets up a table from the start screen', async () => {
    const { page, context } = await person(browser);
    await page.goto('/');
    await page.locator('.card').first().waitFor();
    const focused = () => page.evaluate(() => (document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? '')));
    for (let i = 0; i < 12 && !(await focused()).includes('First patrol'); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.setup').waitFor();
    for (let i = 0; i < 30 && (await focused()).trim() !== 'Start the game'; i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/seat\//);
    await ready(page);
    await context.close();
  });

  it('plays a whole game', async () => {
    const links = await game();
    const other = opponent(links['german'] ?? '', /Fatigue/);
    const { page, context, complaints } = await sit(browser, links['soviet']);
    const orders = await playToEnd(page, (n) => (n % 4 === 0 ? [/^\d* ?Fire$/, /fires at/] : [/Stop/, /Prepare/, /Fatigue/]), press);
    await other;
    expect(orders).toBeGreaterThan(5);
    await page.getByText('The dice were fair.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('steps back with Escape, changes the view, and walks over the hexes', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const { page, context } = await sit(browser, links['soviet']);
    await other;
    await until(page, 'asked');
    await page.keyboard.press('1');
    await page.locator('.orders .verbs').waitFor();
    await page.keyboard.press('1');
    await page.getByRole('button', { name: 'Give the order' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.orders .verbs').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.orders .pieces').waitFor();
    await page.keyboard.press('u');
    await page.locator('svg.board.below').waitFor();
    await page.keyboard.press('u');
    await page.keyboard.press('b');
    const hex = () => page.evaluate(() => document.activeElement?.getAttribute('data-hex'));
    // The walk begins where the last chosen piece stands.
    await expect.poll(hex).toBe('A2');
    await page.keyboard.press('ArrowRight');
    await expect.poll(hex).toBe('B2');
    await page.keyboard.press('ArrowDown');
    await expect.poll(hex).toBe('B3');
    await page.keyboard.press('ArrowUp');
    await expect.poll(hex).toBe('B2');
    await page.keyboard.press('Enter');
    await page.locator('.counter.chosen').waitFor();
    await context.close();
  });
});

describe('a listener', () => {
  it('hears what happens, and can read every piece as text', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const { page, context } = await sit(browser, links['soviet']);
    await other;
    const spoken = page.locator('[aria-live]');
    await until(page, 'asked');
    await order(page, /^\d* ?Fire$/, /fires at/, /Maxim/);
    // The roll and its result are read out.
    await expect.poll(async () => (await spoken.allTextContents()).join(' ')).toMatch(/Dice for .*fires at/s);
    await page.getByRole('tab', { name: 'In sight' }).click();
    const pieces = await page.locator('.board .counter').count();
    expect(pieces).toBeGreaterThan(5);
    expect(await page.locator('.places').getByText(/squad, in |officer, in /).count()).toBeGreaterThanOrEqual(pieces);
    await context.close();
  });
});

describe('a phone', () => {
  it('shows everything within 390 pixels, and is played by touch', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const { page, context, complaints } = await person(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const path of ['/', `/seat/${links['soviet']}`]) {
      await page.goto(path);
      await page.locator(path === '/' ? '.card' : 'svg.board').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await ready(page);
    await other;
    const tap = async (on: typeof page, index: number) => on.locator('.orders [data-choice]').nth(index).tap();
    for (let i = 0; i < 3; i += 1) if ((await state(page)) === 'asked') await giveOrder(page, [/Advance$/, /moves/], tap);
    await page.getByRole('tab', { name: 'Log' }).tap();
    await page.locator('.log li').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stands still for those who ask for it', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context } = await sit(browser, links['soviet'], { reducedMotion: 'reduce' });
    const moving = await page.evaluate(() => [...document.querySelectorAll('.board *')].filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => time !== '0s')).length);
    expect(moving).toBe(0);
    await context.close();
  });
});
