/** A visitor of the site, and what is done on many of its pages. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { expect, inject } from 'vitest';

import { program } from '../../wire/serve.mjs';
import { type Person, person } from '../browser';
import { ready } from '../play';

export interface Visitor extends Person {
  /** Opens an address of the page, such as `#/seat/T`. */
  open: (address: string) => Promise<void>;
}

/** Opens a browser in which every complaint counts: of the console, of the policy, and every file that is missing. */
export async function visitor(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}, likes?: object): Promise<Visitor> {
  const who = await person(browser, { acceptDownloads: true, ...options }, likes);
  await watch(who.page, who.complaints);
  return { ...who, open: (address) => openPage(who.page, address) };
}

/** Notes every complaint about a page. */
export async function watch(page: Page, complaints: string[]): Promise<void> {
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // eslint-disable-next-line no-console
    console.error(`policy: ${violatedDirective} ${blockedURI}`);
  }));
  page.on('response', (response) => { if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`); });
  page.on('console', (message) => { if (message.type() === 'error' && /Failed to load resource/.test(message.text())) complaints.push(message.text()); });
}

async function openPage(page: Page, address: string): Promise<void> {
  const url = `${inject('url')}/play/${address}`;
  // Another address of the same document does not load it again.
  if (page.url().split('#')[0] === url.split('#')[0]) await page.evaluate((to) => { location.hash = to; }, url.split('#')[1] ?? '');
  else await page.goto(url);
}

/** Begins a game at the start page, as its address offers the scenario. `sides` that the user plays; others are the computer's. */
export async function begin({ page, open }: Visitor, scenario: string, sides: RegExp[] = []): Promise<void> {
  await open(`#/scenario/${scenario}`);
  const setup = page.locator('.setup');
  await setup.waitFor();
  for (const side of sides) await setup.getByRole('group', { name: side }).getByLabel('Me, on this device').check();
  await setup.getByRole('button', { name: 'Start the game' }).click();
  await page.locator(':is(svg.board, .cover)').first().waitFor();
}

/** Loads the page again. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await ready(page);
}

/** Downloads the ledger of a finished game. Returns the file and removes it later. */
export async function download(page: Page): Promise<{ file: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'undercity-ledger-'));
  const [made] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download ledger' }).first().click()]);
  const file = join(folder, 'ledger.jsonl');
  await made.saveAs(file);
  return { file, remove: () => rmSync(folder, { recursive: true }) };
}

/** The native program verifies a ledger that the page has made. */
export function verified(file: string, verdict: string): void {
  expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(2);
  expect(execFileSync(program, ['verify', file], { encoding: 'utf8' })).toContain(verdict);
}

/** Waits until the site is kept in the browser: the page, and then all else. */
export async function kept(page: Page): Promise<void> {
  const isKept = (): Promise<boolean> => page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const text = await (await fetch(active?.scriptURL ?? '')).text();
    const lists = [...text.matchAll(/^const (?:FIRST|LATE) = (.*);$/gm)].map(([, list = '{}']) => Object.keys(JSON.parse(list) as object).length);
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).length === lists.reduce((sum, one) => sum + one, 0);
  });
  await expect.poll(isKept, { timeout: 60_000, interval: 500 }).toBe(true);
}
