/** Two tabs, a full disk, a newer store, and an update of the site. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { launch } from '../browser';
import { giveOrder, ready, until } from '../play';
import { host } from './host';
import { begin, kept, reload, visitor, watch } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('lets the second tab wait, and take over when the first closes', async () => {
  const who = await visitor(browser);
  await begin(who, 'tide/first');
  await ready(who.page);
  const second = await who.context.newPage();
  await watch(second, who.complaints);
  await second.goto(who.page.url());
  await second.getByText('This game is open in another tab').waitFor();
  // Another game is played there meanwhile.
  const third = await who.context.newPage();
  await third.goto(`${inject('url')}/play/#/guide/tide/first`);
  await ready(third);
  await who.page.close();
  await ready(second);
  await until(second, 'asked');
  await giveOrder(second, []);
  expect(who.complaints).toEqual([]);
  await who.context.close();
});

it('says that the disk is full, and plays on', async () => {
  const who = await visitor(browser);
  await who.page.goto(`${inject('url')}/play/icon.svg`);
  const session = await who.context.newCDPSession(who.page);
  const { origin } = new URL(inject('url'));
  // From the beginning: the browser looks only now and then at how much room there is.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await begin(who, 'tide/first');
  await ready(who.page);
  await who.page.getByText('has no room to store this game').waitFor();
  expect(await who.page.getByText('has no room to store this game').count()).toBe(1);
  await who.page.getByRole('button', { name: 'OK' }).click();
  for (let orders = 0; orders < 3 && (await until(who.page, 'asked', 'over')) === 'asked'; orders += 1) await giveOrder(who.page, []);
  // With room again everything is stored with the next order.
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await until(who.page, 'asked');
  await giveOrder(who.page, []);
  await until(who.page, 'asked', 'over');
  const heard = Number(await who.page.locator('.table').getAttribute('data-heard'));
  await reload(who.page);
  await expect.poll(async () => Number(await who.page.locator('.table').getAttribute('data-heard'))).toBeGreaterThanOrEqual(heard);
  await who.context.close();
});

it('leaves the store of a newer page alone, and says so', async () => {
  const who = await visitor(browser);
  await who.page.goto(`${inject('url')}/play/icon.svg`);
  await who.page.evaluate(() => new Promise<void>((done, failed) => {
    const opening = indexedDB.open('undercity', 99);
    opening.onupgradeneeded = () => opening.result.createObjectStore('later');
    opening.onsuccess = () => {
      opening.result.close();
      done();
    };
    opening.onerror = () => failed(opening.error ?? new Error('not opened'));
  }));
  await who.open('#/guide/tide/first');
  await who.page.getByText('games of a newer version of this page').waitFor();
  await ready(who.page);
  expect(await who.page.evaluate(() => indexedDB.databases())).toEqual([{ name: 'undercity', version: 99 }]);
  await who.context.close();
});

it('takes an update at the next opening, never during a game', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'undercity-update-'));
  cpSync(inject('site'), folder, { recursive: true });
  const { url, stop } = await host(folder);
  const who = await visitor(browser, { baseURL: url });
  await who.page.goto(`${url}/play/#/guide/tide/first`);
  await ready(who.page);
  await kept(who.page);
  const index = join(folder, 'play/index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace('<title>Undercity</title>', '<title>Undercity</title><meta name="version" content="2">'));
  execFileSync('node', [join(import.meta.dirname, '../../site/offline.mjs'), folder]);
  await who.page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
  await expect.poll(() => who.page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null), { timeout: 30_000 }).toBe(true);
  await reload(who.page);
  expect(await who.page.locator('meta[name=version]').count()).toBe(0);
  await who.page.close();
  await expect.poll(async () => {
    const page = await who.context.newPage();
    await page.goto(`${url}/play/`);
    const found = await page.locator('meta[name=version]').count();
    await page.close();
    return found;
  }).toBe(1);
  await who.context.close();
  await stop();
  rmSync(folder, { recursive: true });
});
