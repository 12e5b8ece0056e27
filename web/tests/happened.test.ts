import { describe, expect, it } from 'vitest';

import { between } from '../src/lib/between';
import { since } from '../src/lib/follow.svelte';
import { happened, type Happening, worth } from '../src/lib/happened';
import { begun, type Entry, hear } from '../src/lib/log';
import type { Event, Json, Scene, ScenePiece } from '../src/lib/wire';
import { eventsOf, game } from './recorded';
import { WORDS } from './telling';

const nameOf = (piece: number | string, otherwise: string) => `${otherwise} ${piece}`;
const entriesOf = (events: Event[]): Entry[] => hear(begun(WORDS), 0, events).after.entries;
const all = (events: Event[]): Happening[] => entriesOf(events).map((entry) => happened(entry, WORDS, nameOf));
const last = (...events: Event[]): Happening => all(events).at(-1)!;

const unit = (piece: number, side: string, at: string, more: Record<string, Json> = {}): Json => ({ unit: { piece, side, at, name: `U${piece}`, state: 'good', ...more } });
const START: Event = { saw: { new: [unit(1, 'soviet', 'F4', { figures: { regular: 4 } }), unit(2, 'german', 'F6'), unit(3, 'german', 'F6'), unit(4, 'soviet', 'F4', { figures: { regular: 3 } })] } };
const SEALED: Event = { sealed: 'a' };
const told = (report: Json, text: string, more = {}): Event => ({ told: { clause: 'X-1', report, text, ...more } });
const rolled = (...faces: number[]): Event => ({ rolled: { clause: 'X-2', faces, label: 'attack', ordinal: 0, stream: 'public' } });
const saw = (...now: [number, Json][]): Event => ({ saw: { clause: 'X-3', now: now as [number, Json][] } }) as Event;
const ordered = (text: string): Event => ({ ordered: { order: { move: { to: 'F5' } }, text } });
const ATTACK = told({ attack: { unit: 2, target: 1 } }, 'U2 (F6) fires at U1 (F4): the target is shaken.');

describe('what happened', () => {
  it('shows each report and roll of a recorded game, once', () => {
    for (const side of game.sides) {
      const steps = all(eventsOf(side)).flatMap((one) => one.steps);
      const count = (kind: string) => eventsOf(side).filter((event) => typeof event === 'object' && kind in event).length;
      expect(steps.flatMap((step) => step.rolls).length).toBe(count('rolled'));
      expect(steps.flatMap((step) => step.lines).filter((line) => /begins|fires at|receives|assaults|initiative\./.test(line.text)).length).toBe(
        eventsOf(side).filter((event) => typeof event === 'object' && 'told' in event && /begins|fires at|receives|assaults|initiative\./.test(event.told.text)).length,
      );
    }
  });

  it('shows every piece that another side moves, from where it was to where it is', () => {
    const moves = all(eventsOf('soviet')).filter((one) => one.order === null).flatMap((one) => one.steps.flatMap((step) => step.moves));
    expect(moves.length).toBeGreaterThan(3);
    for (const way of moves) expect(way.side !== null && way.at.length >= 2 && way.at[0] !== way.at[1]).toBe(true);
  });

  it('draws fire from who acts to the target, with its dice, and marks what it does', () => {
    const { order, steps } = last(START, SEALED, rolled(3, 5), ATTACK, saw([0, { unit: { state: 'shaken' } }]), SEALED);
    expect([order, steps.length]).toEqual([null, 1]);
    expect(steps[0]).toMatchObject({
      rolls: [{ faces: [3, 5] }], aims: [{ piece: 2, side: 'german', at: ['F6', 'F4'] }], moves: [], marks: [{ what: 'changed', at: 'F4', words: 'is shaken' }],
    });
    expect([...steps[0]!.places].sort()).toEqual(['F4', 'F6']);
  });

  it('marks men and pieces that are lost where they stood, unmistakably', () => {
    const men = last(START, SEALED, rolled(6), ATTACK, saw([0, { unit: { figures: { regular: 2 } } }]), saw([0, { unit: { figures: { regular: 1 } } }]));
    expect(men.steps[0]?.marks).toEqual([{ what: 'lost', piece: 1, at: 'F4', words: '−3', men: -3 }]);
    const one = last(START, SEALED, ATTACK, told({ check: { unit: 1 } }, 'U1 (F4) is eliminated.', { out: { piece: 1 } }), { saw: { gone: [0] } } as Event);
    expect(one.steps.at(-1)?.marks).toEqual([{ what: 'lost', piece: 1, at: 'F4', words: 'U1 1' }]);
    const place = last(START, SEALED, told({ blaze: { at: 'F4' } }, 'All in F4 are lost.', { out: { at: 'F4' } }), { saw: { gone: [0, 3] } } as Event);
    expect(place.steps[0]?.marks.map(({ what, words }) => [what, words])).toEqual([['lost', 'U1 1'], ['lost', 'U4 4']]);
    // Men who only change their squad are no loss.
    const change = last(START, SEALED, saw([0, { unit: { figures: { regular: 2 } } }], [3, { unit: { figures: { regular: 5 } } }]));
    expect(change.steps.flatMap((step) => step.marks)).toEqual([]);
    // Without a report, what leaves the view is not lost.
    expect(last(START, SEALED, { saw: { gone: [1] } } as Event).steps[0]?.marks.map(({ what }) => what)).toEqual(['went']);
  });

  it('shows pieces that go the same way as one step, and no aim on the way', () => {
    const { steps } = last(START, SEALED, saw([1, { unit: { at: 'F5' } }], [2, { unit: { at: 'F5' } }]));
    expect(steps.map((step) => step.moves.map((way) => way.at.join(' ')))).toEqual([['F6 F5', 'F6 F5']]);
    const on = last(START, SEALED, told({ goes: { from: 'F6', to: 'F5' } }, 'U2 (F6) goes to F5.'), saw([1, { unit: { at: 'F5' } }]));
    expect(on.steps).toMatchObject([{ moves: [{ at: ['F6', 'F5'] }], aims: [] }]);
  });

  it('shows an unknown stack that moves as one way', () => {
    const stack = (at: string): Json => ({ unknown: { side: 'german', at } });
    const { steps } = last(START, { saw: { new: [stack('F5')] } } as Event, SEALED, told({ blaze: { at: 'G4' } }, 'A “?” goes to G4.'), { saw: { gone: [4], new: [stack('G4')] } } as Event);
    expect(steps).toMatchObject([{ moves: [{ side: 'german', at: ['F5', 'G4'] }], marks: [] }]);
    const gone = last(START, { saw: { new: [stack('F5')] } } as Event, SEALED, { saw: { gone: [4] } } as Event);
    expect(gone.steps).toMatchObject([{ places: ['F5'], moves: [], marks: [] }]);
  });

  it('adds small changes to the step before them', () => {
    const { steps } = last(START, SEALED, rolled(1), ATTACK, saw([3, { unit: { wounded: true } }]));
    expect(steps.map((step) => step.lines.length)).toEqual([2]);
  });

  it('keeps the own quick choice to itself, but not its results', () => {
    const move = last(START, SEALED, ordered('U1 (F4) moves to F5.'), saw([0, { unit: { at: 'F5' } }]));
    expect(move.order).toBe('U1 (F4) moves to F5.');
    expect([move.steps.map((step) => step.places), worth(move)]).toEqual([[['F5']], []]);
    const fire = last(START, SEALED, ordered('U1 (F4) fires at F6.'), rolled(2), told({ attack: { unit: 1, target: 2 } }, 'U1 (F4) fires at U2 (F6): no effect.'));
    expect(worth(fire).length).toBe(1);
    const met = last(START, SEALED, ordered('U1 (F4) moves to F5.'), saw([0, { unit: { at: 'F5' } }]), { saw: { new: [unit(9, 'german', 'F5')] } } as Event);
    expect(worth(met).flatMap((step) => step.marks.map(({ what }) => what))).toEqual(['came']);
    expect(worth(last(START, SEALED, 'undone'))).toEqual([]);
    expect(worth(last(START, SEALED, saw([1, { unit: { at: 'F5' } }]))).length).toBe(1);
  });

  it('is cut at the number of an event', () => {
    const entries = entriesOf([START, SEALED, ATTACK, SEALED, rolled(1), ATTACK, SEALED]);
    expect(since(entries, 5).map((entry) => entry.items.map(({ n }) => n))).toEqual([[5]]);
    expect(since(entries, 0, 3).length).toBe(1);
    expect(since(entries, 7)).toEqual([]);
  });
});

describe('the change from scene to scene', () => {
  const piece = (id: number, location: string, ...states: string[]): ScenePiece => ({ piece: id, side: 'soviet', location, name: `U${id}`, states: states.map((words) => ({ words, sort: 'shaken' })) }) as unknown as ScenePiece;
  const scene = (...pieces: ScenePiece[]): Scene => ({ status: [], markers: [], sheets: [], pieces });

  it('has the ways, the losses and the new states', () => {
    const { steps } = between(scene(piece(1, 'F4'), piece(2, 'F5'), piece(3, 'F6')), scene(piece(1, 'F5'), piece(3, 'F6', 'pinned'), piece(4, 'G4')), { from: 0, order: 'Fires.', steps: [] });
    expect(steps).toMatchObject([{
      moves: [{ piece: 1, at: ['F4', 'F5'] }],
      marks: [{ what: 'lost', at: 'F5', words: 'U2' }, { what: 'changed', at: 'F6', words: 'pinned' }, { what: 'came', at: 'G4' }],
    }]);
  });
});
