import { beforeEach, describe, expect, it, vi } from 'vitest';

import { storeOf } from './kept';

type Memory = typeof import('../src/lib/memory');
/** The module as another tab of the same browser has it. */
async function tab(): Promise<Memory> {
  vi.resetModules();
  return import('../src/lib/memory');
}
const game = (n: number, shared = false) => ({ title: `Game ${n}`, system: 'any', links: { north: `n${n}`, south: `s${n}` }, shared, begun: '' });

describe('what this browser keeps', () => {
  beforeEach(() => vi.stubGlobal('localStorage', storeOf()));

  it('lists many tables, and the same one once', async () => {
    const memory = await tab();
    for (let n = 0; n < memory.MOST_GAMES; n += 1) memory.keepGame(game(n));
    memory.keepGame(game(7));
    expect(memory.games().length).toBe(memory.MOST_GAMES);
    expect(memory.gameOf('s0')?.title).toBe('Game 0');
    expect(memory.MOST_GAMES).toBeGreaterThan(100);
  });

  it('has the referee delete only the games that the player removes', async () => {
    const memory = await tab();
    const { referee } = await import('../src/referee');
    const forget = vi.spyOn(referee, 'forget');
    for (let n = 0; n <= memory.MOST_GAMES; n += 1) memory.keepGame(game(n));
    expect([memory.gameOf('n0'), forget.mock.calls]).toEqual([undefined, []]);
    memory.forgetGame(game(1));
    expect(forget.mock.calls).toEqual([[['n1', 's1']]]);
  });

  it('drops no game that two people share, however many follow', async () => {
    const memory = await tab();
    memory.keepGame(game(0, true));
    for (let n = 1; n < memory.MOST_GAMES + 5; n += 1) memory.keepGame(game(n));
    expect([memory.games().length, memory.gameOf('s0')]).toEqual([memory.MOST_GAMES, game(0, true)]);
    expect([5, 6].map((n) => memory.gameOf(`n${n}`)?.title)).toEqual([undefined, 'Game 6']);
    // A list of shared games alone grows instead.
    for (let n = 1000; n < 1000 + memory.MOST_GAMES; n += 1) memory.keepGame(game(n, true));
    expect(memory.keepGame(game(2000))).toBe(true);
    expect([memory.games().length, memory.gameOf('n0')?.shared, memory.gameOf('n2000')?.title]).toEqual([memory.MOST_GAMES + 2, true, 'Game 2000']);
  });

  it('keeps a bounded number of log heads, spread over the log', async () => {
    const memory = await tab();
    for (let heard = 0; heard < 1000; heard += 1) memory.keepHeads('t', { heard, head: `${heard}`, public: 'p' });
    const heard = memory.headsOf('t').map((one) => one.heard);
    expect([heard.length, heard[0], heard.at(-1)]).toEqual([memory.MOST_HEADS, 0, 999]);
    expect(Math.max(...heard.slice(1).map((one, i) => one - (heard[i] ?? 0)))).toBeLessThan(40);
    // What shows a change of the log stays.
    memory.keepHeads('t', { heard: 999, head: 'other', public: 'p' });
    for (let later = 1000; later < 1200; later += 1) memory.keepHeads('t', { heard: later, head: `${later}`, public: 'p' });
    expect(memory.headsOf('t').filter((one) => one.heard === 999).map(({ own }) => own)).toEqual(['999', 'other']);
  });

  it('forgets all of a table, and nothing of another', async () => {
    const memory = await tab();
    for (const n of [1, 11]) {
      memory.keepGame(game(n));
      memory.keepNonce(`n${n}`, `${n}`.repeat(20));
      memory.keepHeads(`s${n}`, { heard: 1, head: 'a', public: 'b' });
      memory.keepOpening(`n${n}`, { game: 'g', kind: 'fair', commitments: { referee: 'c' } });
    }
    memory.forgetGame(game(1));
    expect(memory.games().map(({ title }) => title)).toEqual(['Game 11']);
    expect([memory.noncesOf('n1'), memory.headsOf('s1'), memory.openingOf('n1')]).toEqual([[], [], { commitments: {} }]);
    expect([memory.noncesOf('n11').length, memory.headsOf('s11').length]).toEqual([1, 1]);
    expect(memory.openingOf('n11')).toEqual({ game: 'g', kind: 'fair', commitments: { referee: 'c' } });
  });

  it('keeps the opening it saw first, and reads what an earlier version of the page kept', async () => {
    const memory = await tab();
    memory.keepOpening('t', { game: 'g', kind: 'fair', commitments: { referee: 'c', north: null } });
    memory.keepOpening('t', { game: 'h', kind: 'players', commitments: { referee: 'd', north: 'n' } });
    expect(memory.openingOf('t')).toEqual({ game: 'g', kind: 'fair', commitments: { referee: 'c', north: 'n' } });
    memory.closeOpening('t');
    memory.keepOpening('t', { game: 'g', kind: 'fair', commitments: { south: 's' } });
    expect(memory.openingOf('t')).toEqual({ game: 'g', kind: 'fair', commitments: { referee: 'c', north: 'n' }, closed: true });
    localStorage.setItem('undercity.opening.u', JSON.stringify({ referee: 'c' }));
    expect(memory.openingOf('u')).toEqual({ commitments: { referee: 'c' } });
    memory.keepOpening('u', { game: 'g', kind: 'fair', commitments: { referee: 'd' } });
    expect(memory.openingOf('u')).toEqual({ commitments: { referee: 'c' } });
  });

  it('moves all of a seat to its new link, and nothing of another', async () => {
    const memory = await tab();
    for (const n of [1, 11]) {
      memory.keepGame(game(n));
      for (const nonce of ['a', 'b']) memory.keepNonce(`n${n}`, nonce.repeat(64));
      memory.keepHeads(`n${n}`, { heard: 1, head: 'a', public: 'b' });
      memory.keepOpening(`n${n}`, { game: 'g', kind: 'fair', commitments: { referee: 'c' } });
    }
    memory.keepRenewal('n1', 'new');
    memory.moveSeat('n1', 'new');
    expect(memory.gameOf('new')?.links).toEqual({ north: 'new', south: 's1' });
    expect([memory.noncesOf('new'), memory.headsOf('new').length]).toEqual([['a'.repeat(64), 'b'.repeat(64)], 1]);
    expect(memory.openingOf('new')).toEqual(memory.openingOf('n11'));
    expect([memory.noncesOf('n1'), memory.headsOf('n1'), memory.gameOf('n1')]).toEqual([[], [], undefined]);
    expect([memory.noncesOf('n11').length, memory.headsOf('n11').length]).toEqual([2, 1]);
    // Who opens the old link here is led to the new one, until the table is forgotten.
    expect(memory.renewalOf('n1')).toBe('new');
    memory.forgetGame(memory.gameOf('new') ?? game(0));
    expect([memory.renewalOf('n1'), memory.noncesOf('new')]).toEqual([null, []]);
    expect(Object.keys(localStorage).filter((name) => name.includes('new'))).toEqual([]);
  });

  it('keeps the nonces of two tabs beside each other', async () => {
    const [one, other] = [await tab(), await tab()];
    expect(one.lasts()).toBe(true);
    expect([one.keepNonce('t', 'a'.repeat(64)), other.keepNonce('t', 'b'.repeat(64))]).toEqual([true, true]);
    expect(one.noncesOf('t')).toEqual(other.noncesOf('t'));
    expect(one.noncesOf('t')).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
  });

  it('remembers in the page what the browser will not keep', async () => {
    vi.stubGlobal('localStorage', storeOf(0));
    const memory = await tab();
    expect(memory.lasts()).toBe(false);
    expect(memory.keepNonce('t', 'a'.repeat(64))).toBe(false);
    expect(memory.gamesLast()).toBe(true);
    expect([memory.keepGame(game(1, true)), memory.gamesLast()]).toEqual([false, false]);
    expect(memory.noncesOf('t')).toEqual(['a'.repeat(64)]);
    expect(memory.gameOf('n1')?.shared).toBe(true);
    expect((await tab()).noncesOf('t')).toEqual([]);
  });
});
