/** The referee of a browser when its parts fail. */
import 'fake-indexeddb/auto';

import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LockManagerLike } from '../src/referee/worker/locks';
import { Conflict, NotRead } from '../src/referee/worker/store';
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
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const gameOf = (token: string) => decodeURIComponent(token).replace(' north', '');

it('passes on the news of a game, and has its computer play, when another game was changed elsewhere', async () => {
  const tab = new Tab(locks);
  const [token, other] = [await tab.begin(), await tab.begin()];
  for (const [page, of] of [[7, token], [8, other]] as const) tab.referee.take({ listen: page, path: `seats/${of}/live?from=0` });
  await rest();
  vi.spyOn(tab.store, 'write').mockRejectedValueOnce(new Conflict([gameOf(other)]));
  expect((await tab.ask('POST', `seats/${token}/orders`, 'advance'))?.text).toBe('advance');
  expect([tab.heard(7), tab.heard(8)]).toEqual([[{ opened: 7 }, { told: 7, text: 'advance' }], [{ opened: 8 }, { closed: 8, code: 1013 }]]);
  expect(tab.tasks.map(({ job }) => job)).toEqual(['answer to advance']);
});

it('knows no less of its games when the store can’t be read', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  const broken = vi.spyOn(tab.store, 'list').mockRejectedValue(new NotRead('broken'));
  const answer = await tab.ask('GET', 'seats/other');
  expect([answer?.status, answer?.text, answer?.after]).toEqual([503, expect.stringContaining('"code":"store"'), 1000]);
  tab.referee.take({ listen: 7, path: 'seats/other/live?from=0' });
  await rest();
  expect([tab.heard(7), (await tab.ask('GET', `seats/${token}`))?.status]).toEqual([[{ closed: 7, code: 1013 }], 200]);
  broken.mockRestore();
  expect((await tab.ask('GET', 'seats/other'))?.status).toBe(404);
});

it('plays other games while the module of a guided game can’t be fetched', async () => {
  const tab = new Tab(locks);
  const link = `tide~first~${'0'.repeat(48)}`;
  const token = await tab.begin('asl');
  tab.refused = 'tide';
  await tab.ask('GET', `seats/${link}`);
  await tab.ask('GET', `seats/${link}/table`);
  expect((await tab.ask('POST', `seats/${token}/orders`, 'fire'))?.text).toBe('fire');
  expect(await tab.ask('POST', `seats/${link}/orders`, 'advance')).toBeUndefined();
  // A page that leaves meanwhile is not told of the game.
  tab.referee.take({ listen: 5, path: `seats/${link}/live?from=0` });
  tab.referee.take({ silence: 5 });
  expect(tab.told).toContainEqual({ loading: true });
  tab.refused = '';
  await new Promise((done) => setTimeout(done, 1200));
  await rest();
  expect([tab.answer(tab.asked)?.text, tab.heard(5), tab.told.filter((one) => 'loading' in one).at(-1)]).toEqual(['advance', [], { loading: false }]);
});

it('plays other games while a module hangs on its way', async () => {
  const other = await new Tab(manager()).begin('asl');
  const tab = new Tab(locks);
  const token = await tab.begin();
  tab.stalled = 'asl';
  tab.referee.take({ expect: 'systems/asl' });
  tab.referee.take({ ask: 50, method: 'POST', path: 'games', body: '{"scenario":"asl/first"}' });
  tab.referee.take({ listen: 5, path: `seats/${other}/live?from=0` });
  await rest();
  expect((await tab.ask('POST', `seats/${token}/orders`, 'advance'))?.text).toBe('advance');
  tab.tasks[0]?.done('retreat');
  await rest();
  expect((await tab.ask('GET', `seats/${token}`))?.text).toBe('advance retreat');
  expect([tab.answer(50), tab.heard(5)]).toEqual([undefined, []]);
  tab.fetched();
  await rest();
  expect([tab.answer(50)?.status, tab.heard(5), tab.started.map(({ name }) => name)]).toEqual([201, [{ opened: 5 }], ['tide', 'asl']]);
});

it('has a request repeated whose module was stopped before its turn', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  tab.referee.take({ ask: 50, method: 'GET', path: 'crash', body: undefined });
  tab.referee.take({ ask: 51, method: 'GET', path: `seats/${token}`, body: undefined });
  tab.referee.take({ listen: 5, path: `seats/${token}/live?from=0` });
  await rest();
  expect([tab.answer(50), tab.answer(51), tab.heard(5)]).toMatchObject([{ status: 503, after: 200 }, { status: 503, after: 200 }, [{ closed: 5, code: 1013 }]]);
  expect((await tab.ask('GET', `seats/${token}`))?.status).toBe(200);
});

it('has a seat stop thinking whose computer failed', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  await tab.ask('POST', `seats/${token}/orders`, 'advance');
  for (let i = 0; i < 3; i += 1) {
    tab.tasks[i]?.fail('unreachable');
    await rest();
  }
  expect([tab.tasks.length, tab.told.some((one) => 'notice' in one), (await tab.ask('GET', `seats/${token}`))?.text]).toEqual([3, true, 'advance null']);
});

it('never begins a job that was cancelled in the queue', async () => {
  const tab = new Tab(locks);
  const token = await tab.begin();
  for (const ask of [50, 51]) tab.referee.take({ ask, method: 'POST', path: `seats/${token}/odds`, body: '{}' });
  await rest();
  tab.referee.take({ cancel: 51 });
  tab.tasks[0]?.done('{"status":200,"text":"1 in 6"}');
  await rest();
  expect([tab.answer(50)?.text, tab.answer(51)?.status, tab.tasks.length]).toEqual(['1 in 6', 0, 1]);
});

it('gives back a lock that it got by waiting', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const [one, other, third] = [new Tab(locks, () => now), new Tab(locks, () => now), new Tab(locks)];
  const token = await one.begin();
  expect((await other.ask('GET', `seats/${token}`))?.status).toBe(503);
  for (now of [61_000, 122_000]) {
    await vi.advanceTimersByTimeAsync(15_000);
    await rest();
  }
  expect((await third.ask('GET', `seats/${token}`))?.status).toBe(200);
});

it('keeps a game that is not on disk', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = 0;
  const [one, other] = [new Tab(locks, () => now), new Tab(locks)];
  const token = await one.begin();
  const lacks = vi.spyOn(one.store, 'lacks').mockReturnValue(true);
  now = 61_000;
  await vi.advanceTimersByTimeAsync(15_000);
  await rest();
  expect((await other.ask('GET', `seats/${token}`))?.status).toBe(503);
  lacks.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(15_000);
  await rest();
  expect((await other.ask('GET', `seats/${token}`))?.status).toBe(200);
});

it('answers a path that can’t be decoded', async () => {
  const tab = new Tab(locks);
  expect((await tab.ask('GET', 'seats/50%/table'))?.status).toBe(404);
  tab.referee.take({ listen: 5, path: 'seats/50%/live?from=0' });
  tab.referee.take({ expect: 'seats/50%' });
  await rest();
  expect(tab.heard(5)).toEqual([{ closed: 5, code: 1008 }]);
});

it('starts no module again and again', async () => {
  const tab = new Tab(locks);
  for (let i = 0; i < 12; i += 1) await tab.ask('POST', `crash?${i}`, 'body');
  expect(tab.started.length).toBe(3);
  for (let i = 0; i < 12; i += 1) await tab.ask('GET', `crash/${i}`);
  expect([tab.started.length, (await tab.ask('POST', 'games', '{}'))?.status]).toEqual([10, 500]);
  expect(tab.told.filter((one) => 'notice' in one).length).toBe(1);
});

it('finds a game by a link that another tab has added', async () => {
  const [one, other] = [new Tab(locks), new Tab(locks)];
  const token = await one.begin();
  await one.store.write([{ game: gameOf(token), links: { [decodeURIComponent(token)]: 0, more: 0 } }], 'tide');
  expect((await one.ask('GET', `seats/more`))?.status).toBe(200);
  expect((await other.ask('GET', 'seats/more'))?.status).toBe(503);
});
