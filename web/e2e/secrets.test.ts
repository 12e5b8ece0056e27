/** Two people at one screen: handing it over leaves nothing behind. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch, type Person, person } from './browser';
import { giveOrder, ready, state } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Names that only the Soviet side is told in this scenario. */
const SECRETS = ['Captain Orlov', '1st storm group', '2nd storm group', '3rd storm group', '4th Rifle', '5th Rifle', 'Maxim'];

/** Everything in the page: markup, fields, and what it keeps for the tab. */
const inPage = ({ page }: Person) =>
  page.evaluate(() => document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((one) => one.value).join() + JSON.stringify(sessionStorage));

const found = (text: string): string[] => SECRETS.filter((secret) => text.includes(secret));

describe('a screen that is handed to and fro', () => {
  it('shows and hears nothing of the other side', async () => {
    const who = await person(browser);
    const { page } = who;
    await page.goto('/');
    await page.locator('.card', { hasText: 'pumping station' }).click();
    await page.getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/seat\//);
    const links = await page.evaluate(() => (JSON.parse(localStorage.getItem('undercity.games') ?? '[]') as { links: Record<string, string> }[])[0]!.links);
    const soviet = links['soviet']!;
    const german = links['german']!;
    let seen = 0;
    let wentBelow = false;
    for (let turn = 0; turn < 10; turn += 1) {
      const playing = page.url().includes(soviet) ? 'soviet' : 'german';
      // Before anybody looks there is a cover, and it has asked the server for nothing.
      await page.getByRole('button', { name: /Continue as/ }).waitFor();
      const calls = who.heard.length;
      expect(found(await inPage(who))).toEqual([]);
      expect(await page.locator('svg.board').count()).toBe(0);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(who.heard.length).toBe(calls);
      await page.getByRole('button', { name: /Continue as/ }).click();
      await ready(page);
      for (let order = 0; order < 12 && (await state(page)) === 'asked'; order += 1) {
        const given = await giveOrder(page, playing === 'soviet' ? [/Go below/, /Advance below/, /Advance$/, /A5|B8/] : [/Prepare/, /Fatigue/, /Hold fire/]);
        wentBelow ||= /goes below/.test(given.sentence);
      }
      const words = await inPage(who);
      if (playing === 'german') expect(found(words)).toEqual([]);
      else seen += found(words).length;
      if ((await state(page)) === 'over') break;
      await page.getByRole('button', { name: /Hand the screen/ }).click();
      await expect.poll(() => page.url()).not.toContain(playing === 'soviet' ? soviet : german);
    }
    expect(seen).toBeGreaterThan(0);
    expect(wentBelow).toBe(true);
    const toGerman = who.heard.filter(({ from }) => from.includes(german));
    expect(toGerman.length).toBeGreaterThan(5);
    expect(toGerman.flatMap(({ text }) => found(text))).toEqual([]);
    // What went below is on no card the other side is told of.
    expect(toGerman.filter(({ text }) => /"location":"card\//.test(text.replaceAll(/"sheets":\[.*?\]\}/g, '')) && /"piece":\d+,[^}]*"location":"card\//.test(text))).toEqual([]);
    expect(who.complaints).toEqual([]);
    // Going back in the browser does not bring the other table back either.
    await page.goBack().catch(() => null);
    await page.waitForLoadState('networkidle');
    expect(found(await inPage(who))).toEqual([]);
    await who.context.close();
  });
});
