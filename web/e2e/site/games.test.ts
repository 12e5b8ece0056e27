/** A game of each system from the start page to its end, by clicks: its ledger is exported, verified and opened again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch } from '../browser';
import { giveOrder, playToEnd, ready, until } from '../play';
import { begin, download, kept, reload, verified, visitor } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What ends or does nothing, so that a game is soon over. Each third order is any other. */
const IDLE = [/^\d*\s*(Done|Stop|Pass|Ready|Hold|End|Skip|No\b|Nothing|Fatigue|Place at random)/i, /does nothing|at random/i];
const wishes = (order: number): RegExp[] => (order % 3 === 2 ? [] : IDLE);

describe.each(['tide/first', 'heroes/first', 'sniper/cordon', 'asl/first'])('a game of %s', (scenario) => {
  it.each([['with', false], ['without', true]])('is played to its end %s network', async (_, offline) => {
    const who = await visitor(browser);
    const { page, context } = who;
    await who.open('');
    await page.locator('.card').first().waitFor();
    if (offline) {
      await kept(page);
      await context.setOffline(true);
      await page.reload();
    }
    await begin(who, scenario);
    await ready(page);
    // The page is loaded again in the middle, and nothing is lost.
    for (let orders = 0; orders < 2 && (await until(page, 'asked', 'over')) === 'asked'; orders += 1) await giveOrder(page, wishes(orders));
    await until(page, 'asked', 'over');
    const heard = Number(await page.locator('.table').getAttribute('data-heard'));
    await reload(page);
    await expect.poll(async () => Number(await page.locator('.table').getAttribute('data-heard'))).toBeGreaterThanOrEqual(heard);
    await playToEnd(page, wishes);
    await page.getByText('The dice match the numbers that this browser drew itself.').waitFor();
    await page.getByText('The ledger is the game that was played.').waitFor();
    await page.getByText('This browser is the referee').waitFor();
    const { file, remove } = await download(page);
    verified(file, 'Verdict: fair.');
    await who.open('#/');
    await page.getByText('Open a ledger').click();
    await page.locator('input[type=file][accept*=jsonl]').setInputFiles(file);
    await page.getByText('Verdict on the ledger: fair.').waitFor();
    await page.getByRole('link', { name: 'Replay the game' }).click();
    await page.locator('.replay svg.board').waitFor();
    await page.getByRole('button', { name: 'Last step' }).click();
    await page.locator('.replay aside').getByText(/wins|Draw/).first().waitFor();
    await page.getByRole('link', { name: 'Result and checks' }).click();
    await page.getByText(/The ledger is consistent/).waitFor();
    remove();
    expect(who.complaints).toEqual([]);
    await context.close();
  });
});

it('is played by two people on one screen', async () => {
  const who = await visitor(browser);
  const { page } = who;
  await who.open('#/scenario/tide/first');
  await page.locator('.setup').getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
  await page.getByText('This browser is the referee, so it can’t keep secrets').waitFor();
  await begin(who, 'tide/first', [/german/i]);
  let hands = 0;
  for (let steps = 0; ; steps += 1) {
    const cover = page.getByRole('button', { name: /^Continue as/ });
    await page.locator(':is(.cover, .table[data-busy="false"]:is([data-state="asked"], [data-state="over"], [data-state="waits"]))').first().waitFor();
    if ((await cover.count()) > 0) {
      // Nothing of the other side is left in the page.
      expect(await page.locator('.table').count()).toBe(0);
      await cover.click();
      await ready(page);
      continue;
    }
    // The cover may have come since: what isn't there now is not waited for.
    const now = await page.evaluate(() => document.querySelector('.table[data-busy="false"]')?.getAttribute('data-state'));
    if (now === 'over') break;
    if (now === 'asked') await giveOrder(page, wishes(steps));
    else {
      const hand = page.getByRole('button', { name: /^Hand the screen to/ });
      if ((await hand.count()) === 0) continue;
      // The other side may be asked meanwhile: then the cover has come by itself.
      hands += await hand.click({ timeout: 3000 }).then(() => 1, () => 0);
    }
  }
  expect(hands).toBeGreaterThan(3);
  await page.getByText('The dice match the numbers that this browser drew itself.').waitFor();
  const { file, remove } = await download(page);
  verified(file, 'Verdict: fair.');
  remove();
  expect(who.complaints).toEqual([]);
  await who.context.close();
});

it('stays covered for two people when the browser has lost its note of the game', async () => {
  const who = await visitor(browser);
  const { page } = who;
  await begin(who, 'tide/first', [/german/i]);
  await page.evaluate(() => localStorage.clear());
  // The second time, the table has noted the game again.
  for (let loads = 0; loads < 2; loads += 1) {
    await page.reload();
    await page.getByText('This browser has lost its note of this game').waitFor();
    expect(await page.locator('.table').count()).toBe(0);
    await page.getByRole('button', { name: /^Continue as/ }).click();
    await page.locator('svg.board').waitFor();
  }
  expect(who.complaints).toEqual([]);
  await who.context.close();
});

it('offers nothing that needs another browser', async () => {
  const who = await visitor(browser);
  await begin(who, 'tide/first');
  await ready(who.page);
  expect(await who.page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await who.page.keyboard.press('?');
  await who.page.locator('dialog[open]').waitFor();
  for (const words of [/Renew link/, /Copy link/, /QR/]) expect(await who.page.getByText(words).count()).toBe(0);
  expect(await who.page.getByText('Another player, by link').count()).toBe(0);
  await who.context.close();
});

describe('a file from elsewhere', () => {
  it('that is no ledger is refused in words', async () => {
    const who = await visitor(browser);
    const { page } = who;
    await who.open('');
    await page.getByText('Open a ledger').click();
    const input = page.locator('input[type=file][accept*=jsonl]');
    for (const text of ['', 'not a ledger', '{"line":{"header":{"undercity":99}},"hash":"00"}\n', '<script>alert(1)</script>\n']) {
      const file = join(await folder(), 'wrong.jsonl');
      writeFileSync(file, text);
      await input.setInputFiles([]);
      await input.setInputFiles(file);
      await page.getByRole('alert').waitFor();
    }
    await input.setInputFiles({ name: 'large.jsonl', mimeType: 'text/plain', buffer: Buffer.alloc(17 * 1024 * 1024, 'a') });
    await page.getByText('large.jsonl has more than 16 MB, so it was not read.').waitFor();
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });

  it('that is a scenario with mistakes is diagnosed by line', async () => {
    const who = await visitor(browser);
    const { page } = who;
    await who.open('');
    await page.getByText('Use your own scenario file').click();
    const file = join(await folder(), 'wrong.toml');
    writeFileSync(file, 'title = "Wrong"\nsystem = "tide"\n[board]\nrows = [ ". ." ]\nnone = 1\n');
    await page.getByLabel('Scenario file').setInputFiles(file);
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByRole('alert').getByText(/line \d+/).first().waitFor();
    await who.context.close();
  });
});

async function folder(): Promise<string> {
  const { mkdtemp } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  return mkdtemp(join(tmpdir(), 'undercity-files-'));
}
