import { beforeEach, describe, expect, it, vi } from 'vitest';

import { storeOf } from './kept';

type Memory = typeof import('../src/lib/memory');
/** The module as another tab of the same browser has it. */
async function tab(): Promise<Memory> {
  vi.resetModules();
  return import('../src/lib/memory');
}
const game = (n: number) => ({ title: `Game ${n}`, system: 'any', links: { north: `n${n}`, south: `s${n}` }, shared: true, begun: '' });

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
    memory.keepGame(game(1));
    expect(memory.noncesOf('t')).toEqual(['a'.repeat(64)]);
    expect(memory.gameOf('n1')?.shared).toBe(true);
    expect((await tab()).noncesOf('t')).toEqual([]);
  });
});
