import { describe, expect, it } from 'vitest';

import { atRest, short, type Sight, sightings, toldGone } from '../src/lib/plain';
import { EMPTY, hear } from '../src/lib/transcript';
import type { Event, Json } from '../src/lib/wire';

/** A unit as a seat of a recorded game saw it. */
const counter = {
  fp: 2, granted: true, kind: 'squad', leadership: 0, mf: 4, morale: 5, range: 5, self_rally: false, sewer_rat: false, weapon: 'none',
};
const unit = (piece: number, more: Record<string, Json> = {}): Json => ({
  unit: { activity: 'fresh', at: 'F4', counter, fought: false, hidden: false, name: `Unit ${piece}`, piece, side: 'german', state: 'good', wounded: false, ...more },
});
const words = (sights: Sight[]) => sights.map((sight) => sight.words);
const told = (events: Event[]) => hear(EMPTY, 0, events).after.entries.flatMap((entry) => entry.items).flatMap((item) => (item.kind === 'saw' ? [item.sight.words] : []));

describe('sightings in words', () => {
  it('tell only what changed inside a counter', () => {
    const reduced = unit(1, { counter: { ...counter, fp: 1, kind: 'half_squad' } });
    expect(words(sightings([unit(1)], [reduced]))).toEqual(['now has 1 fp, kind half squad']);
    expect(words(sightings([unit(1)], [unit(1, { counter: { ...counter, self_rally: true } })]))).toEqual(['now has self rally']);
    expect(words(sightings([unit(1, { counter: { ...counter, granted: true } })], [unit(1, { counter: { ...counter, granted: false } })]))).toEqual([]);
    const many = unit(1, { counter: { ...counter, fp: 1, mf: 3, morale: 4, range: 3 } });
    expect(words(sightings([unit(1)], [many]))[0]?.split(', ').length).toBe(3);
  });

  it('say what was done, not what is fought', () => {
    expect(words(sightings([unit(1)], [unit(1, { fought: true })]))).toEqual(['has fought']);
    expect(words(sightings([unit(1)], [unit(1, { activity: 'fired', wounded: true })]))).toEqual(['has fired, is wounded']);
    expect(words(sightings([unit(1, { fought: true })], [unit(1, { fought: false })]))).toEqual([]);
  });

  it('leave out the accounts of the play, not what lies on the board', () => {
    const impulse = { impulse: { at: 'E2', fired: [], leader: null, moved: [] } };
    expect(sightings([], [impulse])).toEqual([]);
    expect(sightings([impulse], [{ impulse: { ...impulse.impulse, fired: ['E2'] } }])).toEqual([]);
    expect(sightings([], [{ blaze: { at: 'D9' } }]).map((sight) => sight.name)).toEqual(['Blaze in D9']);
    const objective = (held_by: string) => ({ objective: { at: 'C5', held_by, points: 1 } });
    expect(words(sightings([objective('soviet')], [objective('german')]))).toEqual(['is held by german']);
  });

  it('leave out that many pieces are set back at once, and tell it of one', () => {
    const set: Event = { saw: { new: [1, 2, 3, 4].map((piece) => unit(piece)) } };
    const now = (all: number[], activity: string): Event => ({ saw: { clause: 'X', now: all.map((i) => [i, { unit: { activity } }]) } });
    expect(told([set, now([0, 1, 2], 'fired')])).toEqual(['has fired', 'has fired', 'has fired']);
    expect(told([set, now([0, 1, 2], 'fired'), now([0, 1, 2], 'fresh')]).slice(3)).toEqual([]);
    expect(told([set, now([0], 'fired'), now([0], 'fresh')]).slice(1)).toEqual(['is now fresh']);
    expect(atRest([unit(1)]).get('unit activity')).toEqual(new Set(['fresh']));
  });

  it('do not repeat a loss that a report has told', () => {
    const [went] = sightings([unit(14)], []);
    expect(went?.what).toBe('went');
    const report = 'Damage check of Roof watch (F4): 10; eliminated.';
    expect(toldGone(went!, 'Roof watch', [report])).toBe(true);
    expect(toldGone(went!, '2-8-4', [report])).toBe(true);
    expect(toldGone({ ...went!, at: 'F4/sewer' }, '2-8-4', [report])).toBe(true);
    expect(toldGone({ ...went!, at: 'F' }, '2-8-4', [report])).toBe(false);
    expect(toldGone(went!, 'Roof watch', ['Roof watch (F4) goes to F5.'])).toBe(false);
  });

  it('keep a value in a few words', () => {
    expect(short({ elite: 2, officer: 1 })).toBe('2 elite, 1 officer');
    expect(short(null)).toBe('none');
  });
});
