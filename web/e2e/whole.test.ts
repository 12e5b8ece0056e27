/**
 * Two people in two browsers play a whole game: below the street, unseen, up again, out of the sewer into an assault,
 * with a page loaded anew in the middle and a line that breaks. The scenario makes sure that all of it comes about.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { program } from '../wire/serve.mjs';
import { game, get, launch, type Person, person } from './browser';
import { caughtUp, giveOrder, order, ready, until } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Names that only their own side is told. */
const NAMES = ['Zarya', 'Kometa'];

/** Whatever in a message would tell who is below, where, or on which card. */
function secretsIn(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return NAMES.filter((name) => value.includes(name)).map((name) => `${path}: ${name}`);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const here: string[] = [];
  const at = fields['at'] ?? fields['location'];
  if ('piece' in fields && typeof at === 'string' && at.startsWith('card/')) here.push(`${path}: piece ${String(fields['piece'])} in ${at}`);
  if (fields['kind'] === 'entrance' || fields['mark'] === 'mouth' || 'entrance' in fields) here.push(`${path}: an entrance marker`);
  if ('exit_range' in fields || ('print' in fields && fields['token'] !== null)) here.push(`${path}: a card's token`);
  return [...here, ...Object.entries(fields).flatMap(([key, inner]) => secretsIn(inner, `${path}/${key}`))];
}

/** What lies below, as the page draws it. */
const BELOW = '.sheets :is(.counter, .token), .marker.mouth, .counter.buried';

/** The same in the whole page that one looks at. */
async function secretsInPage({ page }: Person): Promise<string[]> {
  const markup = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  const drawn = await page.locator(BELOW).count();
  return [...NAMES.filter((name) => markup.includes(name)), ...(drawn > 0 ? [`${drawn} things of what lies below`] : [])];
}

/** The page loses the network until it has noticed. */
async function breakLine({ page, context }: Person): Promise<void> {
  await context.setOffline(true);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await context.setOffline(false);
}

describe('a whole game in two browsers', () => {
  it('goes below unseen, comes up, assaults, and is proved at its end', async () => {
    const links = await game({ scenario: readFileSync(join(import.meta.dirname, 'below.toml'), 'utf8') });
    const token = { soviet: links['soviet'] ?? '', german: links['german'] ?? '' };
    const [soviet, german] = [await person(browser), await person(browser)];
    const lines: { cut: () => Promise<void> }[] = [];
    await german.page.routeWebSocket(/\/live/, (socket) => {
      const server = socket.connectToServer();
      lines.push({ cut: async () => { await server.close(); await socket.close(); } });
    });
    await soviet.page.goto(`/seat/${token.soviet}`);
    await german.page.goto(`/seat/${token.german}`);
    await ready(soviet.page);
    await ready(german.page);

    /** Nothing the German side has been sent or shown since then tells of what is below. */
    const begin = german.heard.length;
    const nothingLeaked = async (): Promise<void> => {
      await caughtUp(german, token.german);
      const said = german.heard.slice(begin).filter(({ from }) => !from.endsWith('/board'));
      expect(said.flatMap(({ from, text }) => secretsIn(JSON.parse(text), from.replace(/.*seats\/\w+/, '')))).toEqual([]);
      expect(await secretsInPage(german)).toEqual([]);
    };
    const soviets = async (...wishes: RegExp[]): Promise<string> => {
      const sentence = await order(soviet.page, ...wishes);
      await caughtUp(soviet, token.soviet);
      return sentence;
    };
    const germansRest = async (): Promise<void> => {
      for (const squad of [/Reserve/, /Wache/]) await order(german.page, /Fatigue/, squad);
      // Of the Status Phase: no squad is placed in Op Fire mode.
      await order(german.page, /Done/);
    };

    // Round 1: the sewer is entered, twice.
    await soviets(/^\d* ?Advance$/, /Zarya/);
    expect(await soviets(/red card/, /Go below/)).toContain('goes below, onto the red card');
    await nothingLeaked();
    await soviets(/^\d* ?Advance$/, /Kometa/);
    expect(await soviets(/blue card/, /Go below/)).toContain('goes below, onto the blue card');
    await nothingLeaked();
    expect(await german.page.locator('.board .counter.side-0').count()).toBe(0);
    expect(await soviet.page.locator('.sheets .counter').count()).toBe(2);
    // The search finds what it looks for where it may be found.
    expect(soviet.heard.filter(({ from }) => from.includes('/table')).flatMap(({ text }) => secretsIn(JSON.parse(text))).length).toBeGreaterThan(5);
    expect((await secretsInPage(soviet)).length).toBe(3);
    await germansRest();

    // Round 2: they move on below. The one page is loaded anew meanwhile, the other loses its line.
    expect(await soviets(/Advance below/, /Zarya/)).toContain('advances in the sewer');
    await soviet.page.reload();
    await ready(soviet.page);
    await caughtUp(soviet, token.soviet);
    expect(await soviet.page.locator('.sheets .counter').count()).toBe(2);
    await lines.at(-1)?.cut();
    await breakLine(german);
    expect(await soviets(/Advance below/, /Kometa/)).toContain('advances in the sewer');
    await nothingLeaked();
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    await germansRest();
    await nothingLeaked();

    // Round 3: one comes up, the other falls upon the sentry out of the manhole.
    expect(await soviets(/comes up in D3/, /Emerge/, /Kometa/)).toContain('comes up in D3');
    await soviets(/Stop/);
    await caughtUp(german, token.german);
    expect(await german.page.locator('.board .counter.side-0').count()).toBe(1);
    expect(await soviets(/assaults F2/, /Assault from the sewer/, /Zarya/)).toContain('assaults F2 from the sewer');
    await caughtUp(german, token.german);
    await german.page.locator('.log .die').first().waitFor();
    expect(await german.page.locator('.log').textContent()).toMatch(/assaults F2 from the sewer/);
    // The enemy's names stay the enemy's, to the last message of the game.
    expect(german.heard.flatMap(({ text }) => NAMES.filter((name) => text.includes(name)))).toEqual([]);

    // To the end, whatever the dice made of it.
    for (;;) {
      const states = [await until(soviet.page, 'asked', 'waits', 'over'), await until(german.page, 'asked', 'waits', 'over')];
      if (states.every((one) => one === 'over')) break;
      for (const [i, who] of [soviet, german].entries()) {
        if (states[i] === 'asked') await giveOrder(who.page, [/Fatigue/, /Stop/, /Done/, /Spend nothing/]);
        await caughtUp(who, i === 0 ? token.soviet : token.german);
      }
    }
    for (const [who, link] of [[soviet, token.soviet], [german, token.german]] as const) {
      await who.page.getByText('The dice were fair.').waitFor();
      await who.page.getByText('The ledger is the game that was played.').waitFor();
      // Nothing missed, nothing twice: the page has heard as much as the seat was told.
      const events = await get<unknown[]>(`seats/${link}/events?from=0`);
      expect(await who.page.locator('.table').getAttribute('data-heard')).toBe(String(events.length));
      expect(who.complaints).toEqual([]);
    }

    // The ledger, as the page hands it out, holds before the program that judges ledgers.
    const folder = mkdtempSync(join(tmpdir(), 'undercity-ledger-'));
    const [download] = await Promise.all([german.page.waitForEvent('download'), german.page.getByRole('link', { name: 'Download ledger' }).click()]);
    const file = join(folder, 'ledger.jsonl');
    await download.saveAs(file);
    const { head } = await get<{ head: string }>(`seats/${token.german}`);
    const verdict = execFileSync(program, ['verify', file, '--head', head], { encoding: 'utf8' });
    expect(verdict).toContain('The log head you noted belongs to this game.');
    expect(verdict).toContain('Verdict: fair.');
    rmSync(folder, { recursive: true });
    await soviet.context.close();
    await german.context.close();
  });
});
