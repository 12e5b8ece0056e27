/** For everybody: by keyboard alone, by ear, on a phone, at night. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { giveOrder, playToEnd, press, ready, state } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

describe('the keyboard alone', () => {
  it('sets up a table from the start screen', async () => {
    const { page, context } = await person(browser);
    await page.goto('/');
    await page.locator('.card').first().waitFor();
    const focused = () => page.evaluate(() => (document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? '')));
    for (let i = 0; i < 12 && !(await focused()).includes('First patrol'); i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.setup').waitFor();
    for (let i = 0; i < 30 && (await focused()).trim() !== 'Set up the table'; i += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/seat\//);
    await ready(page);
    await context.close();
  });

  it('plays a whole game', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context, complaints } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    const orders = await playToEnd(page, (order) => (order % 4 === 0 ? [] : [/Stop/, /Prepare/, /Fatigue/]), press);
    expect(orders).toBeGreaterThan(5);
    await page.getByText('The dice were fair.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('steps back with Escape, changes the view, and walks over the hexes', async () => {
    const links = await game();
    const { page, context } = await person(browser);
    const other = await person(browser);
    await other.page.goto(`/seat/${links['german']}`);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
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
    await expect.poll(hex).toBe('A1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(hex).toBe('B1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(hex).toBe('B2');
    await page.keyboard.press('Enter');
    await page.locator('.counter.chosen').waitFor();
    await context.close();
    await other.context.close();
  });
});

describe('a listener', () => {
  it('hears what happens, and can read every piece as text', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await page.waitForTimeout(1400);
    const heard: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      if ((await state(page)) === 'asked') await giveOrder(page, [/Advance$/, /Move/, /moves/]);
      heard.push((await page.locator('[aria-live]').textContent()) ?? '');
    }
    expect(heard.some((words) => words.length > 10)).toBe(true);
    await page.getByRole('tab', { name: 'In sight' }).click();
    const pieces = await page.locator('.board .counter').count();
    expect(await page.locator('.places').getByText(/squad, in |officer, in /).count()).toBeGreaterThanOrEqual(pieces);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`finds no barrier that axe can find, ${colorScheme}`, async () => {
      const links = await game({ players: { german: 'computer' } });
      const { page, context } = await person(browser, { colorScheme });
      await page.goto('/');
      await page.locator('.card').first().click();
      expect(await violations(page)).toEqual([]);
      await page.goto(`/seat/${links['soviet']}`);
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('1');
      await page.locator('.verbs').waitFor();
      await page.locator('.whynot summary').click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('u');
      await page.getByRole('tab', { name: 'In sight' }).click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('r');
      await page.getByRole('dialog').waitFor();
      expect(await violations(page)).toEqual([]);
      await context.close();
    });
  }
});

describe('a phone', () => {
  it('shows everything within 390 pixels, and is played by touch', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context, complaints } = await person(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    for (const path of ['/', `/seat/${links['soviet']}`]) {
      await page.goto(path);
      await page.locator(path === '/' ? '.card' : 'svg.board').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    await ready(page);
    for (let i = 0; i < 3; i += 1) if ((await state(page)) === 'asked') await giveOrder(page, [/Advance$/, /moves/], async (on, index) => on.locator('.orders [data-choice]').nth(index).tap());
    await page.getByRole('tab', { name: 'Log' }).tap();
    await page.locator('.log li').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stands still for those who ask for it', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context } = await person(browser, { reducedMotion: 'reduce' });
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    const moving = await page.evaluate(() => [...document.querySelectorAll('.board *')].filter((one) => getComputedStyle(one).transitionDuration.split(', ').some((time) => time !== '0s')).length);
    expect(moving).toBe(0);
    await context.close();
  });
});
