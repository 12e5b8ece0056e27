import { describe, expect, it } from 'vitest';

import { fromHex, toHex } from '../src/fair/bytes';
import { combine, commitment, roll, UNBOUND } from '../src/fair/key';
import { judge, sound } from '../src/fair/verdict';
import { EMPTY, hear } from '../src/lib/log';
import type { Rolled, SeatInfo } from '../src/lib/wire';
import { eventsOf, game } from './recorded';

const [referee, soviet, german] = game.nonces;
const info = {
  seat: 'german', side: 1, sides: game.sides,
  dice: {
    kind: 'fair', stage: 'over', fairness: 2, game: game.gameId,
    commitments: { referee: game.dice.referee, soviet: game.dice.a, german: game.dice.b },
    nonces: { referee, soviet, german },
  },
} as unknown as SeatInfo;
const rolls = hear(EMPTY, 0, eventsOf('german')).after.rolls;
const own = { part: 'german', nonces: ['11'.repeat(32), german] };
/** The commitments as a browser saw them that was there from the start. */
const opening = { game: game.gameId, commitments: { referee: game.dice.referee, soviet: game.dice.a, german: game.dice.b } };
const NOTHING = { commitments: {} };

describe('the verdict on the dice of a real game', () => {
  it('is that they were fair', () => {
    expect(rolls.length).toBeGreaterThan(3);
    const verdict = judge(info, rolls, opening, own);
    expect(verdict).toMatchObject({ ok: true, wrong: [] });
    expect(verdict.findings.filter(({ words }) => /committed to before play/.test(words)).length).toBe(3);
  });

  it('claims no fairness where one browser drew all the numbers', () => {
    expect(sound('dice', true)).toBe('The dice were fair.');
    expect(sound('secret dice', false)).toBe('The secret dice match the numbers that this browser drew itself.');
  });

  it('does not vouch for commitments that this browser did not see before play', () => {
    const { ok, findings } = judge(info, rolls, { game: game.gameId, commitments: { referee: game.dice.referee } }, null);
    expect(ok).toBe(true);
    expect(findings.filter(({ open }) => open).map(({ words }) => /of the (\w+) side/.exec(words)?.[1])).toEqual(['soviet', 'german']);
    expect(findings.filter(({ words }) => /committed to before play/.test(words)).length).toBe(1);
  });

  it('finds one changed die', () => {
    const forged = rolls.map((roll, i) => (i === 2 ? { ...roll, faces: roll.faces.map((face) => (face % 6) + 1) } : roll));
    const verdict = judge(info, forged, NOTHING, own);
    expect(verdict.ok).toBe(false);
    expect(verdict.wrong.map(({ roll }) => roll.ordinal)).toEqual([forged[2]!.ordinal]);
  });

  it('finds a missing roll', () => {
    expect(judge(info, rolls.filter((_, i) => i !== 1), NOTHING, own).ok).toBe(false);
  });

  it('finds a nonce that was exchanged after the commitments', () => {
    const other = { ...info, dice: { ...info.dice, nonces: { referee: 'ab'.repeat(32), soviet, german } } } as SeatInfo;
    expect(judge(other, [], NOTHING, own).ok).toBe(false);
  });

  it('believes the commitments it saw at the opening, not those shown at the end', () => {
    expect(judge(info, rolls, { commitments: { referee: '00'.repeat(32) } }, own).ok).toBe(false);
  });

  it('does not believe another name of the game than it saw, nor that it never had one', () => {
    for (const dice of [{ ...info.dice, game: '05'.repeat(32) }, { ...info.dice, fairness: 1, game: undefined }]) {
      expect(judge({ ...info, dice } as SeatInfo, rolls, opening, own).ok).toBe(false);
    }
  });

  it('does not believe that others rolled than it saw at the opening', () => {
    const players = { ...info, dice: { ...info.dice, kind: 'players' } } as SeatInfo;
    const chosen = rolls.map((roll) => (roll.stream === 'public' ? { ...roll, faces: roll.faces.map(() => 1), entered_by: 'german' } : roll));
    expect(judge(players, chosen, { ...opening, kind: 'fair' }, own).ok).toBe(false);
    expect(judge(players, rolls, { ...opening, kind: 'fair' }, own)).toMatchObject({ ok: false, wrong: [] });
    expect(judge(info, rolls, { ...opening, kind: 'players' }, own).ok).toBe(false);
    expect(judge(info, rolls, { ...opening, kind: 'fair' }, own)).toMatchObject({ ok: true, wrong: [] });
  });

  it('judges a game of version 1 by its own rule', () => {
    const old = Object.fromEntries(Object.entries({ referee, soviet, german }).map(([who, nonce]) => [who, toHex(commitment(UNBOUND, 'a', null, fromHex(nonce)))]));
    const dice = { ...info.dice, fairness: 1, game: undefined, commitments: old };
    expect(judge({ ...info, dice } as unknown as SeatInfo, rolls, { commitments: old }, own)).toMatchObject({ ok: true });
    expect(judge({ ...info, dice: { ...dice, game: game.gameId } } as unknown as SeatInfo, rolls, { commitments: old }, own).ok).toBe(false);
  });

  it('computes the secret rolls where players roll, and leaves what they entered', () => {
    const players = { ...info, dice: { ...info.dice, kind: 'players' } } as SeatInfo;
    const key = combine(fromHex(referee), fromHex(soviet), fromHex(german));
    const rolled = { label: 'panic', clause: 'SNP-B3', faces: roll(key, 'b', 0, 'panic', 2), stream: 'b', ordinal: 0 } as Rolled;
    const entered = { label: 'fire', clause: 'SNP-B3', faces: [1, 1], stream: 'public', ordinal: 0, entered_by: 'german' } as Rolled;
    expect(judge(players, [entered, rolled], opening, own)).toMatchObject({ ok: true });
    const forged = { ...rolled, faces: rolled.faces.map((face) => (face % 6) + 1) };
    expect(judge(players, [entered, forged], opening, own).ok).toBe(false);
    expect(judge(players, [entered, { ...rolled, entered_by: 'german' }], opening, own).ok).toBe(false);
    // What everybody saw was entered by a side, or it was not rolled by players.
    for (const entered_by of [null, undefined, 'referee']) {
      const { ok, wrong } = judge(players, [{ ...entered, entered_by } as Rolled, rolled], opening, own);
      expect([ok, wrong.map(({ roll }) => roll.label)]).toEqual([false, ['fire']]);
    }
    const { entered_by: _, ...nobody } = entered;
    expect(judge(players, [{ ...nobody, faces: [] }, rolled], opening, own)).toMatchObject({ ok: true });
    // Nobody enters dice of a game whose dice are the referee's.
    const faces = roll(key, 'public', 0, 'fire', 2);
    expect(judge(info, [{ ...entered, faces }], opening, own).ok).toBe(false);
  });

  it('misses a nonce that was never shown, and its own if another was used', () => {
    const shut = { ...info, dice: { ...info.dice, nonces: { referee: null, soviet, german } } } as SeatInfo;
    expect(judge(shut, rolls, NOTHING, own).ok).toBe(false);
    expect(judge(info, rolls, NOTHING, { part: 'german', nonces: ['00'.repeat(32)] }).ok).toBe(false);
  });
});
