import { describe, expect, it } from 'vitest';

import { anyPlans, byTime, hasPlans, placeName, plansOf } from '../src/lib/plans';
import { courseLine, place, points, turning } from '../src/lib/luck';
import type { Luck, Scene } from '../src/lib/wire';

const overlay = (kind: string, label: string, locations: string[], piece: number | null) => ({ kind, label, locations, piece, side: null });
const scene = (...overlays: ReturnType<typeof overlay>[]): Scene => ({ status: [], pieces: [], markers: [], sheets: [], overlays: overlays as NonNullable<Scene['overlays']> });

const PLACES = new Map([['A1', { words: 'A1' }], ['A3/sewer', { words: 'A3, in the sewer' }], ['card/red', { words: 'red card' }]]);

describe('what is planned', () => {
  it('is said piece by piece, way and deed', () => {
    const planned = scene(overlay('path', 'goes', ['A1', 'A2', 'A3/sewer'], 4), overlay('aim', 'fires', ['A1', 'C4'], 4), overlay('aim', 'reloads', ['B1'], 7), overlay('area', 'smoke', ['D1', 'D2'], null));
    expect(plansOf(planned, PLACES, 4)).toEqual(['goes to A3, in the sewer (2 steps)', 'fires at C4']);
    expect(plansOf(planned, PLACES, 7)).toEqual(['reloads']);
    expect(plansOf(planned, PLACES, 9)).toEqual([]);
    expect([4, 7, 9].map((piece) => hasPlans(planned, piece))).toEqual([true, true, false]);
  });

  it('names a place in the words of the board, and one beside it by its sheet', () => {
    const beside = { ...scene(), sheets: [{ location: 'card/red', title: 'Red sewer card', note: '', squares: [] }] } as unknown as Scene;
    const name = (location: string) => placeName(beside, PLACES, location);
    expect(['A3/sewer', 'A1', 'card/red', 'Z9'].map(name)).toEqual(['A3, in the sewer', 'A1', 'Red sewer card', 'Z9']);
  });

  it('is nothing where only things lie on the board', () => {
    expect(anyPlans(scene(overlay('area', 'smoke', ['D1'], null)))).toBe(false);
    expect(anyPlans(scene(overlay('aim', 'fires', ['A1', 'C4'], 0)))).toBe(true);
    expect(anyPlans({ status: [], pieces: [], markers: [], sheets: [] })).toBe(false);
  });
});

describe('the state of play', () => {
  it('begins with the time', () => {
    const lines = [['account', 'Still to be recorded'], ['account', 'German points'], ['phase', 'Phase'], ['time', 'Turn']] as const;
    expect(byTime(lines.map(([about, name]) => ({ about, name }))).map(({ name }) => name)).toEqual(['Turn', 'Phase', 'Still to be recorded', 'German points']);
  });
});

describe('the luck of a game', () => {
  const roll = (entry: number, swing: number) => ({ entry, swing, by: 'x', label: 'fire', clause: 'X-1', faces: [1], counted: 'sum' as const, got: 1, expected: 3.5 });
  const luck: Luck = { sides: [], course: [0.5, 0.75, 0], rolls: [roll(1, 0.1), roll(1, 0), roll(2, -0.4)] };

  it('is told in points, with its sign', () => {
    expect([0.123, -0.4, 0, -0.0001].map(points)).toEqual(['+12.3', '−40.0', '0', '0']);
  });

  it('names the rolls that did most, whoever they served, and none that did nothing', () => {
    expect(turning(luck, 5).map((one) => one.swing)).toEqual([-0.4, 0.1]);
    expect(turning(luck, 1).map((one) => one.swing)).toEqual([-0.4]);
  });

  it('is drawn from left to right, the first side above', () => {
    expect(courseLine(luck.course, 100, 40)).toBe('M0.0 20.0L50.0 10.0L100.0 40.0');
    expect(place(1, luck.course, 100)).toBe(50);
  });
});
