/** Few clicks: what can be undone is done at once. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person, type Person } from './browser';
import { takeSeat } from './opponent';
import { caughtUp, order, ready, settled } from './play';
import { takeBoth } from './two';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A squad in a street that an enemy squad looks down. */
const STREET = `
title = "Street"
summary = "A street."
system = "heroes"
[board]
labels = "letters"
rows = [". . s . . .", ". . . . . .", ". . s s s ."]
legend = { "." = "clear", s = "stone building" }
[play]
turns = 3
initiative = "soviet"
city = true
[[unit]]
id = "1st"
side = "soviet"
kind = "squad"
at = "A2"
[[unit]]
id = "2nd"
side = "german"
kind = "squad"
at = "E2"
[[objective]]
at = "E2"
points = 1
[victory]
side = "soviet"
points = 1
`;

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

  it('a move is confirmed in sight of who could react to it, with chance and result', async () => {
    const links = await game({ scenario: STREET, dice: 'players' });
    const [soviet, german] = await takeBoth(browser, links['soviet'], links['german']);
    const { page } = soviet;
    await order(page, /normal/, /^\d*\s*Move/, /1st/);
    await settled(page);
    for (let step = 0; step < 4 && (await page.locator('.confirm').count()) === 0; step += 1) {
      const listed = page.locator('.orders [data-choice]');
      const there = listed.filter({ hasText: /\bB2\b/ });
      await ((await there.count()) > 0 ? there : listed).first().click();
      await settled(page);
    }
    const could = page.locator('.confirm figure', { hasText: 'Could react' });
    await could.waitFor();
    expect(await could.locator('li').allInnerTexts()).toEqual([expect.stringMatching(/^100\.0%\s+.*\(E2\): \d+% .+/)]);
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/could-react.png` });
    expect(soviet.complaints).toEqual([]);
    await Promise.all([soviet.context.close(), german.context.close()]);
  });
});
