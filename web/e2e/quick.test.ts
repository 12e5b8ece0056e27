/** Few clicks: what can be undone is done at once. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person, type Person } from './browser';
import { takeSeat } from './opponent';
import { caughtUp, ready, settled } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A new browser, as people first have it, at the Soviet side of the first scenario. */
async function atFirst(): Promise<{ who: Person; token: string }> {
  const links = await game();
  const token = links['soviet'] ?? '';
  const other = takeSeat(links['german'] ?? '');
  const who = await person(browser, {}, { briefing: false });
  await who.page.goto(`/seat/${token}`);
  await ready(who.page);
  await other;
  await caughtUp(who, token);
  return { who, token };
}

describe('with few clicks', () => {
  it('an order that can be undone is given at once, and one with dice is confirmed', async () => {
    const { who, token } = await atFirst();
    const { page } = who;
    await page.locator('.pieces [data-choice]', { hasText: '2nd Rifle' }).click();
    const given = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'));
    await page.locator('.verbs [data-choice]', { hasText: /Advance$/ }).click();
    await given;
    await caughtUp(who, token);
    expect(await page.locator('.confirm').count()).toBe(0);
    // A hex is chosen by the first click on it, though that also gives it the focus.
    const moved = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'));
    await page.locator('.board [data-hex="B3"]').click();
    await moved;
    await caughtUp(who, token);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await caughtUp(who, token);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await caughtUp(who, token);
    // Fire rolls dice.
    await page.keyboard.press('Escape');
    await page.locator('.pieces [data-choice]', { hasText: 'Maxim' }).click();
    await page.locator('.verbs [data-choice]', { hasText: /Fire/ }).first().click();
    for (let step = 0; step < 4 && (await page.locator('.confirm').count()) === 0; step += 1) {
      await page.locator('.orders [data-choice]').first().click();
      await settled(page);
    }
    await page.locator('.confirm figure').waitFor();
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});
