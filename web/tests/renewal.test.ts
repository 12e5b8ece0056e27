import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { storeOf } from './kept';

type Renewal = typeof import('../src/lib/renewal');
type Memory = typeof import('../src/lib/memory');

/** Links that lead to the seat: a server of one seat. */
let links: Set<string>;
/** How many answers are lost from now on, after what was asked has been carried out. */
let losses: number;
let asked: string[];

function answer(address: string, init: RequestInit): Response {
  const [, , , link = '', what = ''] = address.split('/');
  asked.push(what);
  if (!links.has(link)) return new Response('{"detail":"unknown link"}', { status: 404 });
  if (what !== 'renew') return new Response('{}');
  const { link: renewed } = JSON.parse(String(init.body)) as { link: string };
  links = new Set([renewed]);
  return new Response(JSON.stringify({ link: renewed }));
}

beforeEach(() => {
  [links, losses, asked] = [new Set(['old']), 0, []];
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storeOf());
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const response = answer(address, init);
    if (losses === 0) return Promise.resolve(response);
    losses -= 1;
    return Promise.reject(new TypeError('the line is cut'));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function page(): Promise<Renewal & Memory> {
  vi.resetModules();
  return { ...(await import('../src/lib/renewal')), ...(await import('../src/lib/memory')) };
}
/** Ends a promise that waits by the clock. */
async function ended<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(120_000);
  return promise;
}

it('replaces the link of a seat and keeps what belongs to it', async () => {
  const { renew, keepNonce, noncesOf } = await page();
  keepNonce('old', 'a'.repeat(64));
  const link = await ended(renew('old'));
  expect(link).toMatch(/^[0-9a-f]{48}$/);
  expect([...links]).toEqual([link]);
  expect(noncesOf(link)).toEqual(['a'.repeat(64)]);
});

it('loses no seat with an answer', async () => {
  const { renew, keepNonce, noncesOf } = await page();
  keepNonce('old', 'a'.repeat(64));
  losses = 2;
  const link = await ended(renew('old'));
  expect([...links]).toEqual([link]);
  expect(noncesOf(link).length).toBe(1);
  expect(asked.length).toBeGreaterThan(2);
});

it('ends a renewal that a closed page had begun', async () => {
  const first = await page();
  losses = Infinity;
  void first.renew('old').catch(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  const made = first.renewalOf('old');
  // The page was closed here. Its link is noted, and the seat has it.
  expect([...links]).toEqual([made]);
  losses = 0;
  expect(await ended((await page()).renew('old'))).toBe(made);
});

it('keeps the old link where the server refuses, and notes nothing', async () => {
  const { renew, renewalOf } = await page();
  links = new Set(['another']);
  await expect(ended(renew('old'))).rejects.toThrow('unknown link');
  expect(renewalOf('old')).toBe(null);
});

it('does not ask for a link that this browser could not keep', async () => {
  vi.stubGlobal('localStorage', storeOf(0));
  const { renew } = await page();
  await expect(ended(renew('old'))).rejects.toThrow('can’t save data');
  expect([asked, [...links]]).toEqual([[], ['old']]);
});

it('leads from each earlier link to the latest', async () => {
  const { renew, latest, renewalOf } = await page();
  const middle = await ended(renew('old'));
  const last = await ended(renew(middle));
  expect([latest('old'), latest(middle), latest(last)]).toEqual([last, last, null]);
  expect(await ended(renew('old'))).toBe(last);
  expect([renewalOf('old'), [...links]]).toEqual([middle, [last]]);
});

it('says that the server can not do it now, and keeps the note', async () => {
  const { renew, renewalOf } = await page();
  losses = Infinity;
  await expect(ended(renew('old'))).rejects.toThrow('Can’t reach the server');
  expect([...links]).toEqual([renewalOf('old')]);
  losses = 0;
  expect(await ended(renew('old'))).toBe(renewalOf('old'));
});
