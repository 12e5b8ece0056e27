/** The guided games from their addresses, with the network and without. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch } from '../browser';
import { clickHint, follow } from '../follow';
import { kept, visitor } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const GUIDED = ['asl/first', 'heroes/first', 'sniper/cordon', 'tide/first'];

describe('a guided game', () => {
  for (const scenario of GUIDED) {
    it(`${scenario} begins at its address, and is played to its end by what is pointed at`, async () => {
      const who = await visitor(browser, scenario === 'tide/first' ? { viewport: { width: 390, height: 844 } } : {});
      await who.open(`#/guide/${scenario}`);
      expect((await follow(who.page, clickHint)).length).toBeGreaterThan(3);
      await who.page.getByRole('button', { name: 'Play on from here' }).click();
      await who.page.locator('.guide').waitFor({ state: 'detached' });
      expect(who.complaints).toEqual([]);
      await who.context.close();
    });
  }

  it('of each game is played without network, after one visit', async () => {
    const who = await visitor(browser);
    await who.open('');
    await who.page.locator('.card').first().waitFor();
    await kept(who.page);
    await who.context.setOffline(true);
    await who.page.reload();
    for (const scenario of GUIDED) {
      await who.open('#/');
      await who.page.locator('.card').first().waitFor();
      await who.open(`#/guide/${scenario}`);
      expect((await follow(who.page, clickHint)).length).toBeGreaterThan(3);
    }
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});

it('says what a wrong address leads to', async () => {
  const who = await visitor(browser);
  await who.open('#/guide/tide/none');
  await who.page.getByRole('alert').waitFor();
  await who.page.getByRole('link', { name: 'Go to the start page' }).click();
  await who.page.locator('.card').first().waitFor();
  await who.open('#/scenario/tide/none');
  await who.page.getByText('There is no scenario “tide/none”.').waitFor();
  await who.open(`#/seat/${'0'.repeat(48)}`);
  await who.page.getByRole('alert').first().waitFor();
  await who.context.close();
});
