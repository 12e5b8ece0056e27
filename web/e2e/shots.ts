/** Screenshots to be looked at, at desk and phone width, by day and by night; they land in `e2e/shots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { giveOrder, playToEnd, ready, state } from './play';

const SHOTS = join(import.meta.dirname, 'shots');
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let browser: Browser;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await launch();
});
afterAll(() => browser.close());

describe('pictures', () => {
  for (const [name, options] of [['desk', DESK], ['phone', PHONE], ['night', { ...DESK, colorScheme: 'dark' as const }]] as const) {
    it(`of a ${name}`, async () => {
      const scenario = name === 'night' ? 'tide/candles-below-the-bread-works' : name === 'desk' ? 'tide/the-long-drain-to-the-landing' : 'tide/pumping-station';
      const links = await game({ scenario, players: { german: 'computer' } });
      const { page, context, complaints } = await person(browser, options);
      const shot = (what: string, whole = false) => page.screenshot({ path: join(SHOTS, `${name}-${what}.png`), fullPage: whole });
      await page.goto('/');
      await page.locator('.card').first().waitFor();
      await page.waitForTimeout(900);
      await shot('1-start');
      await page.locator('.card').nth(1).click();
      await shot('2-setup');
      await page.goto(`/seat/${links['soviet']}`);
      await ready(page);
      await page.waitForTimeout(500);
      await shot('3-table');
      let below = false;
      for (let i = 0; i < 60 && !below && (await state(page)) !== 'over'; i += 1) {
        if ((await state(page)) !== 'asked') { await page.waitForTimeout(50); continue; }
        const { sentence } = await giveOrder(page, [/Go below/, /Advance$/, /Drain men|Scouts|1st storm|Yard/]);
        below = /goes below/.test(sentence);
      }
      await page.waitForTimeout(400);
      await page.keyboard.press('u');
      await page.waitForTimeout(500);
      await shot('4-below');
      await page.keyboard.press('u');
      for (let i = 0; i < 40 && (await state(page)) !== 'asked'; i += 1) await page.waitForTimeout(50);
      await page.locator('.orders [data-choice]').first().click();
      await page.waitForTimeout(400);
      await shot('5-verbs');
      const why = page.locator('.whynot summary');
      if ((await why.count()) > 0) { await why.click(); await shot('6-whynot'); }
      const fire = page.locator('.verbs [data-choice]', { hasText: /^\s*\d*\s*Fire\s*\d*\s*$/ }).first();
      if ((await fire.count()) > 0) {
        await fire.click();
        await page.waitForTimeout(300);
        await shot('7-targets');
        if ((await page.locator('.choices [data-choice]').count()) > 0) await page.locator('.choices [data-choice]').first().click();
        await page.waitForTimeout(1200);
        await shot('8-odds');
      }
      await page.keyboard.press('r');
      await page.waitForTimeout(300);
      await shot('9-rules');
      expect(complaints).toEqual([]);
      await context.close();
    });
  }

  it('of an ending, a replay and a hand-over', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context, complaints } = await person(browser, DESK);
    const shot = (what: string) => page.screenshot({ path: join(SHOTS, `desk-${what}.png`) });
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await playToEnd(page, () => [/Go below/, /Emerge/, /Advance below/, /Advance$/, /card/, /B4/]);
    await page.getByText('The dice were fair.').waitFor();
    await shot('10-end');
    await page.getByRole('link', { name: 'Replay the game' }).click();
    await page.locator('.board .counter').first().waitFor();
    for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(600);
    await shot('11-replay');
    await page.setViewportSize(PHONE.viewport);
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(SHOTS, 'phone-11-replay.png') });
    await page.setViewportSize(DESK.viewport);
    await page.goto('/');
    await page.locator('.card').first().click();
    await page.getByRole('group', { name: /german/i }).getByLabel('I do, on this machine').check();
    await page.getByRole('button', { name: 'Set up the table' }).click();
    await page.getByRole('button', { name: /show my table/ }).waitFor();
    await shot('12-handover');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
