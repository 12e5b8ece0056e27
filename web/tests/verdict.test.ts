import { describe, expect, it } from 'vitest';

import { judge } from '../src/fair/verdict';
import { EMPTY, hear } from '../src/lib/transcript';
import type { SeatInfo } from '../src/lib/wire';
import { eventsOf, game } from './recorded';

const [referee, soviet, german] = game.nonces;
const info = {
  seat: 'german', side: 1, sides: game.sides,
  dice: {
    kind: 'fair', stage: 'over',
    commitments: { referee: game.dice.referee, soviet: game.dice.a, german: game.dice.b },
    nonces: { referee, soviet, german },
  },
} as unknown as SeatInfo;
const rolls = hear(EMPTY, 0, eventsOf('german')).after.rolls;
const own = { part: 'german', nonces: ['11'.repeat(32), german] };
/** The commitments as a browser saw them that was there from the start. */
const opening = { referee: game.dice.referee, soviet: game.dice.a, german: game.dice.b };

describe('the verdict on the dice of a real game', () => {
  it('is that they were fair', () => {
    expect(rolls.length).toBeGreaterThan(3);
    const verdict = judge(info, rolls, opening, own);
    expect(verdict).toMatchObject({ ok: true, wrong: [] });
    expect(verdict.findings.filter(({ words }) => /committed to before play/.test(words)).length).toBe(3);
  });

  it('does not vouch for commitments that this browser did not see before play', () => {
    const { ok, findings } = judge(info, rolls, { referee: game.dice.referee }, null);
    expect(ok).toBe(true);
    expect(findings.filter(({ open }) => open).map(({ words }) => /of the (\w+) side/.exec(words)?.[1])).toEqual(['soviet', 'german']);
    expect(findings.filter(({ words }) => /committed to before play/.test(words)).length).toBe(1);
  });

  it('finds one changed die', () => {
    const forged = rolls.map((roll, i) => (i === 2 ? { ...roll, faces: roll.faces.map((face) => (face % 6) + 1) } : roll));
    const verdict = judge(info, forged, {}, own);
    expect(verdict.ok).toBe(false);
    expect(verdict.wrong.map(({ roll }) => roll.ordinal)).toEqual([forged[2]!.ordinal]);
  });

  it('finds a missing roll', () => {
    expect(judge(info, rolls.filter((_, i) => i !== 1), {}, own).ok).toBe(false);
  });

  it('finds a nonce that was exchanged after the commitments', () => {
    const other = { ...info, dice: { ...info.dice, nonces: { referee: 'ab'.repeat(32), soviet, german } } } as SeatInfo;
    expect(judge(other, [], {}, own).ok).toBe(false);
  });

  it('believes the commitments it saw at the opening, not those shown at the end', () => {
    expect(judge(info, rolls, { referee: '00'.repeat(32) }, own).ok).toBe(false);
  });

  it('misses a nonce that was never shown, and its own if another was used', () => {
    const shut = { ...info, dice: { ...info.dice, nonces: { referee: null, soviet, german } } } as SeatInfo;
    expect(judge(shut, rolls, {}, own).ok).toBe(false);
    expect(judge(info, rolls, {}, { part: 'german', nonces: ['00'.repeat(32)] }).ok).toBe(false);
  });
});
