import { describe, expect, it } from 'vitest';

import { atRest, message, NO_WORDS, saying, type Sight, sightings as sightingsBy, toldOut, toldThing, untold } from '../src/lib/sights';
import { begun, EMPTY, hear } from '../src/lib/log';
import type { Event, Json } from '../src/lib/wire';
import { WORDS } from './telling';

const sightings = (gone: Json[], now: Json[], rest = new Map<string, Set<string>>()) => sightingsBy(WORDS, gone, now, rest);

/** A unit as a seat of a recorded game saw it. */
const counter = {
  fp: 2, granted: true, kind: 'squad', leadership: 0, mf: 4, morale: 5, range: 5, self_rally: false, sewer_rat: false, weapon: 'none',
};
const unit = (piece: number, more: Record<string, Json> = {}): Json => ({
  unit: { activity: 'fresh', at: 'F4', counter, fought: false, hidden: false, name: `Unit ${piece}`, piece, side: 'german', state: 'good', wounded: false, ...more },
});
const words = (sights: Sight[]) => sights.map((sight) => sight.words);
const told = (events: Event[]) => hear(begun(WORDS), 0, events).after.entries.flatMap((entry) => entry.items).flatMap((item) => (item.kind === 'saw' ? [item.sight.words] : []));

describe('sightings in words', () => {
  it('names places as the board does', () => {
    const at = (place: string) => unit(3, { at: place });
    const steps = ['F4', 'F4/sewer', 'F5/sewer', 'F6/sewer'].map(at);
    const parts = steps.slice(1).flatMap((now, i) => sightings([steps[i]!], [now]));
    expect(parts[0]!.words).toBe('goes from F4 to F4, in the sewer');
    expect(saying(parts.at(-1)!, parts.flatMap((sight) => sight.parts)).words).toBe('goes from F4 via F5 to F6, in the sewer');
    expect(sightings([], [at('F4/sewer')]).map(({ words, at, place }) => [words, at, place])).toEqual([['in F4, in the sewer', 'F4/sewer', 'F4, in the sewer']]);
    expect(sightings([], [{ blaze: { at: 'F4/sewer' } }]).map(({ name }) => name)).toEqual(['Blaze in F4, in the sewer']);
  });

  it('tells a way of many steps once, and what is new of a list', () => {
    const at = (place: string, flags: string[] = []) => ({ man: { piece: 1, side: 'x', at: place, flags } });
    const steps = ['A1', 'A2', 'A3', 'B3'].map((place) => at(place));
    const parts = steps.slice(1).flatMap((now, i) => sightings([steps[i]!], [now]));
    const last = parts.at(-1)!;
    expect(saying(last, parts.flatMap((sight) => sight.parts)).words).toBe('goes from A1 via A2, A3 to B3');
    expect(sightings([at('A1', ['pinned'])], [at('A1', ['moved', 'broken'])])[0]!.words).toBe('is broken, is no longer pinned, has moved');
    const flags = (list?: string[]) => ({ man: { piece: 1, side: 'x', at: 'A1', ...(list ? { flags: list } : {}) } });
    expect(words(sightings([flags()], [flags(['broken', 'moved'])]))).toEqual(['is broken, has moved']);
    expect(words(sightings([flags()], [flags(['prep_fired'])]))).toEqual(['has prep fired']);
    expect(words(sightings([flags(['broken', 'moved'])], [flags()]))).toEqual(['is no longer broken']);
    expect(words(sightings([flags(['moved'])], [flags()]))).toEqual([]);
    expect(words(sightings([flags()], [flags(['may_emerge'])]))).toEqual(['may emerge']);
    expect(words(sightings([flags(['may_emerge', 'pinned'])], [flags()]))).toEqual(['is no longer pinned, may no longer emerge']);
    const gun = (holder?: number) => ({ gun: { piece: 2, at: 'A1', ...(holder === undefined ? {} : { holder }) } });
    expect(words([gun(1), gun(), gun(3)].flatMap((now, i, all) => (i === 0 ? [] : sightings([all[i - 1]!], [now]))))).toEqual(['is no longer held', 'is picked up']);
    expect(words(sightings([gun(1)], [gun(3)]))).toEqual(['changes hands']);
    const stack = (lost: boolean) => ({ unknown: { at: 'F8', side: 'x', ...(lost ? { lost } : {}) } });
    expect(words(sightings([stack(true)], [stack(false)]))).toEqual(['is no longer lost']);
  });

  it('tell only what changed inside a counter', () => {
    const reduced = unit(1, { counter: { ...counter, fp: 1, kind: 'half_squad' } });
    expect(words(sightings([unit(1)], [reduced]))).toEqual(['is a half-squad now']);
    expect(words(sightings([unit(1)], [unit(1, { counter: { ...counter, fp: 1, mf: 3 } })]))).toEqual([]);
    const squad = (figures: Json) => ({ unit: { at: 'F4', piece: 1, figures } });
    expect(words(sightings([squad({ elite: 1, regular: 3 })], [squad({ elite: 1, regular: 2 })]))).toEqual(['loses 1 regular (2 left)']);
    expect(words(sightings([squad({ elite: 1, regular: 1 })], [squad({ elite: 1, regular: 0 })]))).toEqual(['loses 1 regular (none left)']);
    expect(words(sightings([squad({ elite: 1 })], [squad({ elite: 3 })]))).toEqual(['now has 3 elites']);
    // Several losses in one entry are told together.
    const losses = [4, 3, 2].map((regular) => squad({ elite: 1, regular }));
    const twice = losses.slice(1).flatMap((now, i) => sightings([losses[i]!], [now]));
    expect(saying(twice.at(-1)!, twice.flatMap((sight) => sight.parts)).words).toBe('loses 2 regulars (2 left)');
  });

  it('say what was done, not what is fought', () => {
    expect(words(sightings([unit(1)], [unit(1, { fought: true })]))).toEqual(['has fought']);
    expect(words(sightings([unit(1)], [unit(1, { activity: 'fired', wounded: true })]))).toEqual(['is wounded, has fired']);
    expect(words(sightings([unit(1, { fought: true })], [unit(1, { fought: false })]))).toEqual([]);
  });

  it('leave out the accounts of the play, not what lies on the board', () => {
    const impulse = { impulse: { at: 'E2', fired: [], leader: null, moved: [] } };
    expect(sightings([], [impulse])).toEqual([]);
    expect(sightings([impulse], [{ impulse: { ...impulse.impulse, fired: ['E2'] } }])).toEqual([]);
    expect(sightings([], [{ blaze: { at: 'D9' } }]).map((sight) => sight.name)).toEqual(['Blaze in D9']);
    const objective = (held_by: string) => ({ objective: { at: 'C5', held_by, points: 1 } });
    expect(words(sightings([objective('soviet')], [objective('german')]))).toEqual(['is held by the German side']);
  });

  it('leave out that pieces are set back, one or many', () => {
    const set: Event = { saw: { new: [1, 2, 3, 4].map((piece) => unit(piece)) } };
    const now = (all: number[], activity: string): Event => ({ saw: { clause: 'X', now: all.map((i) => [i, { unit: { activity } }]) } });
    expect(told([set, now([0, 1, 2], 'fired')])).toEqual(['has fired', 'has fired', 'has fired']);
    expect(told([set, now([0, 1, 2], 'fired'), now([0, 1, 2], 'fresh')]).slice(3)).toEqual([]);
    expect(told([set, now([0], 'fired'), now([0], 'fresh')]).slice(1)).toEqual([]);
    expect(atRest(WORDS, [unit(1)]).get('unit activity')).toEqual(new Set(['fresh']));
  });

  it('do not repeat a loss that a report has told', () => {
    const [went] = sightings([unit(14)], []);
    expect(went?.what).toBe('went');
    expect(toldOut(WORDS, went!, [{ piece: 14 }])).toBe(true);
    expect(toldOut(WORDS, went!, [{ piece: 13 }, null])).toBe(false);
    expect(toldOut(WORDS, went!, [{ at: 'F4/sewer' }])).toBe(true);
    expect(toldOut(WORDS, went!, [{ at: 'F5' }])).toBe(false);
    expect(toldOut(WORDS, sightings([unit(14)], [unit(14, { at: 'F5' })])[0]!, [{ piece: 14 }])).toBe(false);
  });

  it('do not repeat what the order or a report has told', () => {
    const changed = (more: Record<string, Json>) => sightings([unit(14)], [unit(14, more)], new Map(atRest(WORDS, [unit(14)])) as Map<string, Set<string>>)[0]!;
    const left = (sight: Sight, ...reports: Json[]) => untold(WORDS, sight, reports.map((report) => message(WORDS, report, false))).words;
    const after = (sight: Sight, order: Json) => untold(WORDS, sight, [message(WORDS, order, true)]).words;
    // A report that the fact names tells where its piece went, though it does not name that place.
    const squad = (at: string): Json => ({ squad: { piece: 3, side: 'soviet', at, name: 'Scouts' } });
    const [below] = sightings([squad('F4')], [squad('card/red')]);
    expect(left(below!)).toBe('goes from F4 to card/red');
    expect(left(below!, { entered_below: { unit: 3, card: 'red', at: 'F4' } })).toBe('');
    expect(left(below!, { entered_below: { unit: 4, card: 'red', at: 'F4' } })).toBe('goes from F4 to card/red');
    expect(after(changed({ at: 'F5' }), { hide: { unit: 14, at: 'F5' } })).toBe('');
    expect(after(changed({ at: 'F5' }), { hide: { unit: 14, at: 'F6' } })).toBe('goes from F4 to F5');
    expect(after(changed({ at: 'F5' }), { hide: { unit: 13, at: 'F5' } })).toBe('goes from F4 to F5');
    // An order without a piece is about the one that acts.
    expect(after(changed({ at: 'F5', activity: 'moved' }), { move: { to: 'F5' } })).toBe('');
    expect(left(changed({ at: 'F5/sewer' }), { goes: { from: 'F4', to: 'F5' } })).toBe('');
    expect(left(changed({ at: 'F5' }), { smoke: { at: 'F5' } })).toBe('goes from F4 to F5');
    expect(left(changed({ state: 'shaken', wounded: true }), { check: { unit: 14, roll: 7, damage: 'shaken' } })).toBe('is wounded');
    expect(left(changed({ wounded: true }), { check: { unit: 14, roll: 7, damage: 'shaken_and_wounded' } })).toBe('');
    expect(left(changed({ state: 'shaken' }), { check: { unit: 13, roll: 7, damage: 'shaken' } })).toBe('is shaken');
    expect(left(changed({ at: 'F5', activity: 'moved' }))).toBe('goes from F4 to F5');
    expect(left(changed({ activity: 'fired' }), { attack: { units: [13, 14], at: 'F6' } })).toBe('');
    const [rallied] = sightings([unit(14, { state: 'shaken' })], [unit(14)], new Map(atRest(WORDS, [unit(14)])) as Map<string, Set<string>>);
    expect(left(rallied!, { rally: { unit: 14, roll: 5, needed: 6, rallied: true } })).toBe('');
    const [fire] = sightings([], [{ blaze: { at: 'D9' } }]);
    expect(['D9', 'D8'].map((at) => toldThing(fire!, [message(WORDS, { blaze: { at } }, false)]))).toEqual([true, false]);
    const [somebody] = sightings([], [{ unknown: { at: 'F4', side: 'x' } }]);
    expect([[], [message(WORDS, { blaze: { at: 'D8' } }, false)]].map((messages) => toldThing(somebody!, messages))).toEqual([false, true]);
  });

  it('tell nothing where no table says how', () => {
    expect(sightingsBy(NO_WORDS, [unit(1)], [unit(1, { at: 'F5' })])).toEqual([]);
  });

  it('name nothing that a report denies', () => {
    expect([...message(WORDS, { rally: { unit: 14, rallied: false } }, false).words]).toEqual(['rally', 'unit']);
  });

  it('know a question that has come before from one that still stands', () => {
    const ask = (question: string | null): Event => ({ asked: question === null ? {} : { question, text: question } }) as Event;
    const times = (events: Event[], question: string) => hear(EMPTY, 0, events).after.asked.get(question);
    expect(times([ask('hide'), ask('hide')], 'hide')).toBe(1);
    expect(times([ask('watch'), ask(null), ask('watch')], 'watch')).toBe(2);
  });

});
