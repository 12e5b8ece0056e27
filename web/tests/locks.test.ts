import { expect, it } from 'vitest';

import { GameLocks } from '../src/referee/worker/locks';
import { manager } from './manager';

const rest = () => new Promise((done) => setTimeout(done));

it('lets one tab have a game, and the next when the first leaves', async () => {
  const all = manager();
  const [one, other] = [new GameLocks(all), new GameLocks(all)];
  expect([await one.hold('g'), await one.hold('g'), await other.hold('g'), await other.hold('h')]).toEqual([true, true, false, true]);
  expect(await other.hold('g')).toBe(false);
  one.release('g');
  await rest();
  expect([await other.hold('g'), await one.hold('g')]).toEqual([true, false]);
});

it('waits no longer for a game that was given up', async () => {
  const all = manager();
  const [one, other, third] = [new GameLocks(all), new GameLocks(all), new GameLocks(all)];
  await one.hold('g');
  await other.hold('g');
  other.release('g');
  await rest();
  one.release('g');
  await rest();
  expect([await third.hold('g'), await other.hold('g')]).toEqual([true, false]);
});

it('grants a lock that the browser fails to give', async () => {
  const locks = new GameLocks({ request: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
  expect([await locks.hold('g'), await locks.hold('g')]).toEqual([true, true]);
});

it('grants all where a browser has no locks', async () => {
  expect(await new GameLocks(undefined).hold('g')).toBe(true);
});
