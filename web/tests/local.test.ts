import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { GameLocks, type LockManagerLike } from '../src/referee/worker/locks';
import { LocalReferee } from '../src/referee/worker/local';
import { Openings } from '../src/referee/worker/openings';
import { ELSEWHERE } from '../src/referee/worker/parts';
import { WorkPool } from '../src/referee/worker/pool';
import type { ToPage } from '../src/referee/worker/protocol';
import { manager } from './manager';
import { rest, Tab } from './tabs';

let locks: LockManagerLike;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  locks = manager();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('stores an order before the page hears of it', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  tab.referee.take({ listen: 7, path: `seats/${token}/live?from=0` });
  await rest();
  const order: string[] = [];
  const write = tab.store.write.bind(tab.store);
  vi.spyOn(tab.store, 'write').mockImplementation(async (...all) => {
    await write(...all);
    order.push(`stored ${all[0].flatMap(({ lines }) => lines ?? []).join()}`);
  });
  const tell = tab.told.push.bind(tab.told);
  tab.told.push = (...all: ToPage[]) => {
    order.push(...all.map((one) => Object.keys(one)[0] ?? ''));
    return tell(...all);
  };
  expect((await tab.ask('POST', `seats/${token}/orders`, 'advance'))?.text).toBe('advance');
  expect(order).toEqual(['stored advance', 'told', 'answered']);
  expect(tab.heard(7)).toEqual([{ opened: 7 }, { told: 7, text: 'advance' }]);
});

it('sends a module the scenario that a request names', async () => {
  const tab = new Tab(locks);
  await tab.begin();
  await tab.begin('asl');
  await tab.ask('POST', 'games', JSON.stringify({ scenario: 'system = "tide"\n' }));
  expect(tab.started.map(({ offered }) => offered)).toEqual([[['tide/first', 'of tide', 'a guide']], []]);
});

it('has the computer answer, and computes odds meanwhile', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  await tab.ask('POST', `seats/${token}/orders`, 'advance');
  expect(tab.tasks.map(({ job }) => job)).toEqual(['answer to advance']);
  expect(await tab.ask('POST', `seats/${token}/odds`, '{}')).toBeUndefined();
  expect((await tab.ask('GET', `seats/${token}`))?.text).toBe('advance');
  tab.tasks[1]?.done('{"status":200,"text":"1 in 6"}');
  await rest();
  expect(tab.answer(tab.asked - 1)).toEqual({ status: 200, text: '1 in 6', after: 0 });
  tab.tasks[0]?.done('retreat');
  await rest();
  expect((await tab.ask('GET', `seats/${token}`))?.text).toBe('advance retreat');
  expect(JSON.parse((await tab.store.load(decodeURIComponent(token).replace(' north', ''))) ?? '')).toMatchObject({ lines: ['advance', 'retreat'] });
});

it('plays on after the page was opened again, each game by its own module', async () => {
  const tab = new Tab(manager());
  const [token, other] = [await tab.begin(), await tab.begin('asl')];
  await tab.ask('POST', `seats/${token}/orders`, 'advance');
  await tab.ask('POST', `seats/${other}/orders`, 'fire');
  const again = new Tab(locks);
  expect((await again.ask('GET', `seats/${other}`))?.text).toBe('fire');
  expect((await again.ask('GET', `seats/${token}`))?.text).toBe('advance');
  expect(again.started.map(({ name }) => name)).toEqual(['asl', 'tide']);
  expect((await again.ask('GET', 'seats/unknown'))?.status).toBe(404);
});

it('has a ledger verified elsewhere, and stores the game that it becomes', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  const ledger = '{"line":{"header":{"system":"asl"}}}\n';
  expect(await tab.ask('POST', 'ledgers', ledger)).toBeUndefined();
  expect((await tab.ask('POST', `seats/${token}/orders`, 'advance'))?.text).toBe('advance');
  const write = { game: 'g', links: { north: 0 }, pre_game: {}, after: 0, lines: ['fire', 'hold'] };
  tab.tasks[0]?.done(JSON.stringify({ status: 201, text: 'fair', write }));
  await rest();
  expect(tab.answer(tab.asked - 1)).toEqual({ status: 201, text: 'fair', after: 0 });
  expect(JSON.parse((await new Tab(manager()).store.load('g')) ?? '')).toMatchObject({ lines: write.lines });
  expect([(await tab.ask('GET', 'seats/north'))?.text, tab.started.map(({ name }) => name)]).toEqual(['fire hold', ['tide', 'asl']]);
});

it('starts a module that has failed again, with its games from the store', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  tab.referee.take({ listen: 7, path: `seats/${token}/live?from=0` });
  await tab.ask('POST', `seats/${token}/orders`, 'advance');
  const lost = await tab.ask('POST', `seats/${token}/orders`, 'crash');
  expect([lost?.status, lost?.after]).toEqual([503, 200]);
  expect(tab.heard(7).at(-1)).toEqual({ closed: 7, code: 1011 });
  // What was under way when it failed was not stored, so it has not happened.
  expect((await tab.ask('GET', `seats/${token}`))?.text).toBe('advance');
  expect(tab.started.length).toBe(2);
  tab.referee.take({ listen: 8, path: `seats/${token}/live?from=1` });
  await tab.ask('POST', `seats/${token}/orders`, 'hold');
  expect(tab.heard(8)).toEqual([{ opened: 8 }, { told: 8, text: 'hold' }]);
  // A job of the module that failed concerns no other.
  tab.tasks[0]?.done('retreat');
  await rest();
  expect((await tab.ask('GET', `seats/${token}`))?.text).toBe('advance hold');
});

it('gives up a request that fails each time', async () => {
  const tab = new Tab(locks);
  const statuses = [];
  for (let i = 0; i < 4; i += 1) statuses.push((await tab.ask('GET', 'crash'))?.status);
  expect(statuses).toEqual([503, 503, 500, 500]);
  // The last attempt has not started a module, and other requests are answered.
  expect(tab.started.length).toBe(3);
  await tab.begin();
  expect(tab.started.length).toBe(4);
});

it('says that a game cannot be read, and that its rules cannot be fetched', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  await tab.ask('POST', `seats/${token}/orders`, 'spoilt');
  const again = new Tab(manager());
  const answer = await again.ask('GET', `seats/${token}`);
  expect([answer?.status, answer?.text]).toEqual([422, '{"code":"game-unreadable","detail":"line 2 is spoilt"}']);
  const referee = new LocalReferee({
    nameOf: () => 'none', openings: new Openings(() => Promise.resolve(null)), source: () => Promise.resolve(null), start: () => Promise.reject(new Error('404')), store: tab.store, locks: new GameLocks(locks), now: () => 0,
    pool: new WorkPool(() => { throw new Error('unused'); }), tell: (message) => again.told.push(message),
  });
  referee.take({ ask: 99, method: 'POST', path: 'games', body: '{}' });
  await rest();
  expect(again.answer(99)).toMatchObject({ status: 503, after: 1000 });
});

it('lets one tab play a game, and the next when the first closes it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const [one, other] = [new Tab(locks, () => now), new Tab(locks)];
  const token = await one.begin();
  await one.ask('POST', `seats/${token}/orders`, 'advance');
  const refused = await other.ask('GET', `seats/${token}`);
  expect([refused?.status, refused?.after, JSON.parse(refused?.text ?? '')]).toEqual([503, 1000, { code: 'not-held', detail: ELSEWHERE }]);
  other.referee.take({ listen: 3, path: `seats/${token}/live?from=0` });
  await rest();
  expect(other.heard(3)).toEqual([{ closed: 3, code: 1013 }]);
  // The first tab looks at something else; after a while it lets the game go.
  now = 61_000;
  await vi.advanceTimersByTimeAsync(15_000);
  await rest();
  expect((await other.ask('POST', `seats/${token}/orders`, 'hold'))?.text).toBe('advance hold');
  expect((await one.ask('GET', `seats/${token}`))?.status).toBe(503);
});

it('keeps a game whose page listens', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const [one, other] = [new Tab(locks, () => now), new Tab(locks)];
  const token = await one.begin();
  one.referee.take({ listen: 3, path: `seats/${token}/live?from=0` });
  await rest();
  now = 1_000_000;
  await vi.advanceTimersByTimeAsync(15_000);
  await rest();
  expect((await other.ask('GET', `seats/${token}`))?.status).toBe(503);
});

it('finds out that two tabs play where a browser has no locks', async () => {
  const none = { request: () => Promise.reject(new Error('none')) };
  const [one, other] = [new Tab(none), new Tab(none)];
  const token = await one.begin();
  await one.ask('POST', `seats/${token}/orders`, 'advance');
  expect((await other.ask('GET', `seats/${token}`))?.text).toBe('advance');
  await one.ask('POST', `seats/${token}/orders`, 'hold');
  expect((await other.ask('POST', `seats/${token}/orders`, 'flee'))?.status).toBe(503);
  expect((await other.ask('GET', `seats/${token}`))?.text).toBe('advance hold');
  vi.restoreAllMocks();
});

it('shows the recorded opening of a guided game before its module is there', async () => {
  const tab = new Tab(locks, () => 0, { slow: true });
  const made = await tab.ask('POST', 'games', '{"scenario":"tide/first","guide":true}');
  const { links } = JSON.parse(made?.text ?? '') as { links: { north: string } };
  expect([made?.status, links.north]).toEqual([201, expect.stringMatching(/^tide~first~[0-9a-f]{48}$/)]);
  const path = `seats/${links.north}`;
  expect([(await tab.ask('GET', path))?.text, (await tab.ask('GET', `${path}/table`))?.text]).toEqual(['{"of":"opening"}', '["recorded"]']);
  tab.referee.take({ listen: 5, path: `${path}/live?from=0` });
  const order = await tab.ask('POST', `${path}/orders`, 'advance');
  expect([order, tab.heard(5), tab.started]).toEqual([undefined, [], []]);
  tab.fetched();
  await rest();
  expect(tab.answer(tab.asked)?.text).toBe('advance');
  expect([tab.heard(5), (await tab.ask('GET', path))?.text]).toEqual([[{ opened: 5 }, { told: 5, text: 'advance' }], 'advance']);
  // The link of the opening leads to the game from then on.
  const again = new Tab(manager());
  expect((await again.ask('GET', path))?.text).toBe('advance');
  // With its module there, the game is asked itself.
  expect((await tab.ask('POST', 'games', '{"scenario":"tide/first","guide":true}'))?.text).not.toContain('~');
});

it('finds an opening again whose page was loaded again before its game began', async () => {
  const link = `tide~first~${'0'.repeat(48)}`;
  const tab = new Tab(locks, () => 0, { slow: true });
  expect((await tab.ask('GET', `seats/${link}`))?.text).toBe('{"of":"opening"}');
  await tab.ask('GET', `seats/${link}/table`);
  tab.fetched();
  await rest();
  expect((await tab.ask('POST', `seats/${link}/orders`, 'advance'))?.text).toBe('advance');
  // Without an opening the link leads nowhere.
  expect((await tab.ask('GET', `seats/asl~first~${'0'.repeat(48)}`))?.status).toBe(404);
});

it('skips what the page does not want any more, and deletes the games that it removes', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  tab.referee.take({ ask: 50, method: 'POST', path: `seats/${token}/orders`, body: 'advance' });
  tab.referee.take({ cancel: 50 });
  await rest();
  expect([tab.answer(50)?.status, (await tab.ask('GET', `seats/${token}`))?.text]).toEqual([0, '']);
  tab.referee.take({ forget: [decodeURIComponent(token)] });
  await rest();
  expect(await tab.store.list()).toEqual([]);
});
