import 'fake-indexeddb/auto';

import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Conflict, GameStore, NotRead, type Migration, type StoreTrouble } from '../src/referee/worker/store';

let troubles: StoreTrouble[];
const open = (more: object = {}) => new GameStore({ trouble: (why) => troubles.push(why), ...more });
const BEGUN = { game: 'g', links: { north: 0, south: 1 }, pre_game: { stage: 'commit' } };
const loaded = async (store: GameStore, game = 'g') => JSON.parse((await store.load(game)) ?? 'null') as unknown;

beforeEach(() => {
  troubles = [];
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('has a game again after the page was closed', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  await store.write([{ game: 'g', pre_game: { stage: 'play' } }, { game: 'g', after: 0, lines: ['a', 'b'], response: { id: 1 } }], 'tide');
  await store.write([{ game: 'g', after: 2, lines: ['c'] }], 'tide');
  const again = open();
  expect(await again.list()).toEqual([{ id: 'g', system: 'tide', links: BEGUN.links }]);
  expect(await loaded(again)).toEqual({ pre_game: { stage: 'play' }, lines: ['a', 'b', 'c'], responses: [{ id: 1 }] });
  expect(await again.load('other')).toBeNull();
  expect([again.lacks('g'), troubles]).toEqual([false, []]);
});

it('keeps lines in order beyond nine', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  const lines = Array.from({ length: 25 }, (_, i) => `line ${i}`);
  for (const [after, line] of lines.entries()) await store.write([{ game: 'g', after, lines: [line] }], 'tide');
  expect(await loaded(store)).toMatchObject({ lines });
});

it('asks for each change to be on disk before it is done', async () => {
  const store = open();
  await store.list();
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await store.write([BEGUN, { game: 'g', after: 0, lines: ['a'] }], 'tide');
  const changes = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite');
  expect(changes.map(([, , options]) => options)).toEqual([{ durability: 'strict' }]);
});

it('refuses lines that follow others than are stored, and changes nothing', async () => {
  const [one, other] = [open(), open()];
  await one.write([BEGUN], 'tide');
  await one.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide');
  await expect(other.write([{ game: 'g', pre_game: 'changed' }, { game: 'g', after: 0, lines: ['x', 'y'] }], 'tide')).rejects.toThrow(Conflict);
  expect(await loaded(one)).toEqual({ pre_game: BEGUN.pre_game, lines: ['a'], responses: [] });
  // A game that was removed meanwhile is not made again by halves.
  await one.remove('g');
  await expect(other.write([{ game: 'g', after: 1, lines: ['b'] }], 'tide')).rejects.toThrow(Conflict);
  expect([await one.list(), await one.load('g'), troubles]).toEqual([[], null, []]);
});

it('plays on in memory when the disk is full, says so once, and catches up when there is room', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await store.write([{ game: 'g', after: 0, lines: ['a'], response: 1 }], 'tide');
  await store.write([{ game: 'g', after: 1, lines: ['b'] }], 'tide');
  expect([troubles, store.lacks('g')]).toEqual([['full'], true]);
  expect(await loaded(store)).toEqual({ pre_game: BEGUN.pre_game, lines: ['a', 'b'], responses: [1] });
  // Another page sees the game as it was stored: whole, without a gap.
  expect(await loaded(open())).toMatchObject({ lines: [] });
  full.mockRestore();
  await store.write([{ game: 'g', after: 2, lines: ['c'] }], 'tide');
  expect([store.lacks('g'), await loaded(open())]).toEqual([false, { pre_game: BEGUN.pre_game, lines: ['a', 'b', 'c'], responses: [1] }]);
});

it('plays in memory where the browser forbids a store', async () => {
  vi.stubGlobal('indexedDB', { open: () => { throw new DOMException('denied', 'SecurityError'); } });
  const store = open();
  await store.write([BEGUN], 'tide');
  await store.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide');
  expect(await store.list()).toEqual([{ id: 'g', system: 'tide', links: BEGUN.links }]);
  expect(await loaded(store)).toEqual({ pre_game: BEGUN.pre_game, lines: ['a'], responses: [] });
  await store.remove('g');
  expect([await store.list(), troubles]).toEqual([[], ['forbidden']]);
});

it('brings an older store to the present form', async () => {
  const first: Migration = (db) => {
    db.createObjectStore('games', { keyPath: 'id' });
  };
  const old = await openDB('undercity', 1, { upgrade: (db) => void db.createObjectStore('games', { keyPath: 'id' }) });
  await old.put('games', { id: 'g', system: 'tide', links: { north: 0 }, pre_game: 'kept', count: 0 });
  old.close();
  const second: Migration = async (db, transaction) => {
    db.createObjectStore('lines', { keyPath: ['game', 'n'] });
    db.createObjectStore('responses', { keyPath: ['game', 'n'] });
    const games = transaction.objectStore('games');
    for (const game of await games.getAll()) await games.put({ ...game, system: 'heroes' });
  };
  const store = open({ migrations: [first, second] });
  expect(await store.list()).toEqual([{ id: 'g', system: 'heroes', links: { north: 0 } }]);
  expect(await loaded(store)).toEqual({ pre_game: 'kept', lines: [], responses: [] });
  await store.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide');
  expect([await loaded(store), troubles]).toEqual([{ pre_game: 'kept', lines: ['a'], responses: [] }, []]);
});

it('leaves the store of a newer page alone', async () => {
  const newer = await openDB('undercity', 9, { upgrade: (db) => void db.createObjectStore('later') });
  await newer.put('later', 'theirs', 1);
  newer.close();
  const store = open();
  await store.write([BEGUN], 'tide');
  expect([troubles, await loaded(store)]).toEqual([['newer'], { pre_game: BEGUN.pre_game, lines: [], responses: [] }]);
  const same = await openDB('undercity', 9);
  expect([await same.get('later', 1), [...same.objectStoreNames]]).toEqual(['theirs', ['later']]);
});

it('makes way for a newer page in another tab, and says so', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  const newer = await openDB('undercity', 2);
  await store.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide');
  expect([troubles, store.lacks('g'), newer.version]).toEqual([['older'], true, 2]);
  newer.close();
});

it('stores the other games when one can’t be stored, and names each that was changed elsewhere', async () => {
  const [one, other] = [open(), open()];
  const also = (game: string) => ({ ...BEGUN, game });
  await one.write([also('g'), also('h'), also('i')], 'tide');
  await other.write([{ game: 'g', after: 0, lines: ['theirs'] }], 'tide');
  const wrong = one.write([{ game: 'g', after: 0, lines: ['a'] }, { game: 'h', after: 0, lines: ['b'] }], 'tide');
  await expect(wrong).rejects.toEqual(new Conflict(['g']));
  expect([one.lacks('g'), one.lacks('h'), await loaded(open(), 'g'), await loaded(open(), 'h')]).toMatchObject([false, false, { lines: ['theirs'] }, { lines: ['b'] }]);
  // A game whose line can't be stored blocks no other, now and later.
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value: { game: string }) {
    if (value.game === 'h') throw new DOMException('no room', 'QuotaExceededError');
    return add.call(this, value);
  });
  await one.write([{ game: 'h', after: 1, lines: ['c'] }, { game: 'i', after: 0, lines: ['d'] }], 'tide');
  await one.write([{ game: 'i', after: 1, lines: ['e'] }], 'tide');
  expect([one.lacks('h'), one.lacks('i'), await loaded(open(), 'i')]).toMatchObject([true, false, { lines: ['d', 'e'] }]);
});

it('takes a line that is there already for a change of another tab', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  const db = await openDB('undercity', 1);
  await db.put('lines', { game: 'g', n: 0, text: 'theirs' });
  db.close();
  await expect(store.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide')).rejects.toEqual(new Conflict(['g']));
  expect([store.lacks('g'), troubles]).toEqual([false, []]);
});

it('says that games can’t be read, which is not that there are none', async () => {
  const store = open();
  await store.write([BEGUN], 'tide');
  const broken = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => { throw new DOMException('broken', 'UnknownError'); });
  await expect(store.list()).rejects.toThrow(NotRead);
  await expect(store.load('g')).rejects.toThrow(NotRead);
  broken.mockRestore();
  expect((await store.list()).length).toBe(1);
  // A newer page has taken the store. What was begun after that is in memory.
  const newer = await openDB('undercity', 2);
  await store.write([{ ...BEGUN, game: 'h' }, { game: 'g', after: 0, lines: ['a'] }], 'tide');
  await expect(store.load('g')).rejects.toThrow(NotRead);
  expect(await loaded(store, 'h')).toMatchObject({ lines: [] });
  newer.close();
});

it('has the games of an older page, which noted more of each', async () => {
  const db = await openDB('undercity', 1, {
    upgrade(made) {
      made.createObjectStore('games', { keyPath: 'id' });
      for (const name of ['lines', 'responses']) made.createObjectStore(name, { keyPath: ['game', 'n'] });
    },
  });
  const older = { id: 'g', system: 'tide', links: { north: 0 }, pre_game: 'kept', count: 0, begun: 7, used: 9 };
  await db.put('games', older);
  const store = open();
  await store.write([{ game: 'g', after: 0, lines: ['a'] }], 'tide');
  expect([await loaded(store), await db.get('games', 'g')]).toEqual([{ pre_game: 'kept', lines: ['a'], responses: [] }, { ...older, count: 1 }]);
  db.close();
});
