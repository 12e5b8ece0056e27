import { describe, expect, it } from 'vitest';

import { Ground } from '../src/board/ground';
import { boundsOf, labels, street, walled } from '../src/board/prints';
import { ground as groundLook, roof } from '../src/board/sheet';
import { NO_TELLING } from './telling';
import type { Board } from '../src/lib/wire';

/** Four columns of two: a stone house, one of wood, a house of rooms with walls of its own, and a canal with a road. */
const KINDS: Board['terrains'] = ([
  ['stone building', 'bricks'], ['wooden building', 'planks'], ['room', 'house'], ['water', 'waves'],
] as const).map(([name, look]) => ({ name, look, effects: [] }));
const board: Board = {
  briefing: { summary: null, victory: [] },
  columns: 4, rows: 2, width: 6.5, height: 4.4, sides: ['x', 'y'], colors: ['brown', 'blue'], telling: NO_TELLING,
  hexes: [0, 1].flatMap((row) => [0, 1, 2, 3].map((column) => ({
    id: row * 4 + column, label: `${'ABCD'[column]}${row + 1}`, x: 1 + 1.5 * column,
    y: Math.sqrt(3) * (row + 0.5 + (column % 2) / 2), terrain: KINDS[column]!.name, look: KINDS[column]!.look, elevation: 0,
    floors: column < 3 ? 1 : 0, building: null, manhole: column === 0,
  }))),
  roads: [{ a: 3, b: 7, direction: 3, kind: 'paved' }], networks: [], locations: [], terrains: KINDS,
  hexsides: [],
};
const ground = new Ground(board);
const fills = (fill: string) => street(ground).filter((print) => print.ink.fill === fill);

describe('the printed board', () => {
  it('tells buildings of stone from those of wood, by colour and by what lies over it', () => {
    const [stone, wood] = [roof('bricks'), roof('planks')];
    expect(stone.fill).not.toBe(wood.fill);
    expect(stone.pattern).not.toEqual(wood.pattern);
    expect(fills(stone.fill).length).toBeGreaterThan(0);
    expect(fills(wood.fill).length).toBeGreaterThan(0);
  });

  it('draws a house with walls of its own room by room, and no block over it', () => {
    const apart = board.hexes.map((hex) => (hex.label.startsWith('B') ? { ...hex, floors: 0, terrain: 'street', look: 'cobbles' as const } : hex));
    // A wall to the south-west of C1; C2 belongs to the same house.
    const wall = { a: 2, b: 1, direction: 4, feature: 'wall', look: 'wall' as const };
    expect([...walled(new Ground({ ...board, hexes: apart, hexsides: [wall] }))]).toEqual([]);
    const rooms = new Ground({ ...board, hexes: apart, hexsides: [wall, { ...wall, feature: 'door', look: 'door' as const }] });
    expect([...walled(rooms)].toSorted()).toEqual(['C1', 'C2']);
    expect(street(rooms).some((print) => print.ink.fill === groundLook('house').fill)).toBe(true);
  });

  it('lays a bridge under a road over water', () => {
    const decks = (of: Ground) => street(of).filter((print) => print.ink.blunt).length;
    expect(decks(ground)).toBe(2);
    expect(decks(new Ground({ ...board, hexes: board.hexes.map((hex) => ({ ...hex, terrain: 'street', look: 'cobbles' as const })) }))).toBe(0);
  });

  it('knows how far each print reaches, so that what is out of sight is left out', () => {
    expect(boundsOf('M10 20L-5.5 40Z', 2)).toEqual({ left: -7.5, top: 18, right: 12, bottom: 42 });
    const named = labels(ground, { fill: '#000' });
    expect(named.flatMap((print) => print.words ?? []).map((one) => one.text).toSorted()).toEqual(board.hexes.map((hex) => hex.label).toSorted());
    for (const { bounds } of street(ground)) expect(bounds.left).toBeLessThan(bounds.right);
  });

  it('finds the hex under a spot, and none beside the board', () => {
    expect(ground.at({ x: 66, y: 55 })?.label).toBe('A1');
    expect(ground.at({ x: -80, y: -80 })).toBeUndefined();
  });
});
