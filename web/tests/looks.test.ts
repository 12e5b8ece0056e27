import { describe, expect, it } from 'vitest';

import { Ground, blocks, joins, placesOf, tree, ways } from '../src/board/ground';
import { fanned, isNobody, piles } from '../src/board/stacks';
import { besideHex } from '../src/board/steps';
import { NO_TELLING } from './telling';
import type { Board, SceneMarker, ScenePiece } from '../src/lib/wire';
import { aboutDrawn, bars, likeliest, percent, tellsAnything, worst } from '../src/side/odds';
import { game } from './recorded';

/** Three columns of two, the second standing lower; B1 and B2 are one building. */
const board: Board = {
  briefing: { summary: null, victory: [] },
  columns: 3, rows: 2,
  hexes: [0, 1].flatMap((row) => [0, 1, 2].map((column) => ({
    id: row * 3 + column, label: `${'ABC'[column]}${row + 1}`, x: 1 + 1.5 * column,
    y: Math.sqrt(3) * (row + 0.5 + (column % 2) / 2), terrain: 'clear', look: 'plain' as const, elevation: 0,
    floors: column === 1 ? 2 : 0, building: column === 1 ? 'mill' : null, manhole: false,
  }))),
  roads: [], hexsides: [], networks: [],
  locations: [
    ...['A1', 'B1', 'C1', 'A2', 'B2', 'C2'].map((label, hex) => ({ label, words: label, hex, level: 0, kind: 'street', capacity: null, underground: false })),
    { label: 'B1/1', words: 'B1, first floor', hex: 1, level: 1, kind: 'floor', capacity: null, underground: false },
    { label: 'card', words: 'card', hex: null, level: 0, kind: 'card', capacity: null, underground: false },
  ],
  terrains: [{ name: 'clear', look: 'plain', effects: [] }],
  width: 5, height: 5, sides: ['x', 'y'], colors: ['brown', 'blue'], telling: NO_TELLING,
};
const ground = new Ground(board);
const piece = (handle: number, location: string): ScenePiece => ({
  piece: handle, side: 'x', symbol: 'infantry', size: 'squad', kind: 'squad', label: 'x', name: 'x', title: null, location, states: [], values: [], numbers: [],
});

describe('the ground', () => {
  it('finds neighbours and walks along rows', () => {
    const [a1, b1, c1] = ['A1', 'B1', 'C1'].map((label) => ground.named(label)!);
    expect(besideHex(ground, a1!, 'ArrowRight')).toBe(b1);
    expect(besideHex(ground, b1!, 'ArrowRight')).toBe(c1);
    expect(besideHex(ground, c1!, 'ArrowLeft')).toBe(b1);
    expect(besideHex(ground, a1!, 'ArrowUp')).toBeUndefined();
    expect(besideHex(ground, a1!, 'ArrowDown')).toBe(ground.named('A2'));
  });

  it('joins the parts of a building to one block', () => {
    expect(blocks(ground).map((block) => block.name)).toEqual(['mill']);
  });

  it('links all entrances of a network once, by the shortest links', () => {
    const links = tree(['A1', 'C1', 'B1', 'A2'].map((label) => ground.named(label)!)).map((link) => link.map((hex) => hex.label).join('-'));
    expect(links.toSorted()).toEqual(['A1-A2', 'A1-B1', 'B1-C1']);
    expect(tree([])).toEqual([]);
  });

  it('draws every network in dashes of its own, named', () => {
    const network = (name: string, hexes: number[]) => ({ kind: 'tunnel' as const, name, color: null, hexes, line: false });
    const [one, other] = ways(new Ground({ ...board, networks: [network('Old mine', [0, 1, 2]), network('Sap', [0, 5])] }));
    expect([one!.name, other!.name]).toEqual(['Old mine', 'Sap']);
    expect(one!.d.match(/M/g)?.length).toBe(2);
    expect(one!.dash).not.toBe(other!.dash);
    expect(one!.color).not.toBe(other!.color);
    expect(one!.aside).not.toBe(other!.aside);
  });

  it('says which networks are joined, and draws a link where they share no entrance', () => {
    const network = (name: string, hexes: number[]) => ({ kind: 'tunnel' as const, name, color: null, hexes, line: false });
    const networks = [network('Old mine', [0, 1]), network('Sap', [1, 2]), network('Drain', [5])];
    const joined = (pairs: [number, number][]) => joins(new Ground({ ...board, networks, joined: pairs })).map(({ words, d }) => [words, d.match(/M/g)?.length ?? 0]);
    expect(joined([])).toEqual([]);
    expect(joined([[0, 1]])).toEqual([['Old mine and Sap are connected: units can go from one to the other.', 0]]);
    expect(joined([[0, 1], [1, 2], [0, 2]])).toEqual([['Old mine, Sap and Drain are connected: units can go from one to the other.', 1]]);
  });

  it('lays who is unknown among the counters, under those of whom more is known, and carried things at their feet', () => {
    const unknown: SceneMarker = { mark: 'unknown', kind: 'unknown', label: 'Sewer ?', words: 'unknown: Sewer ?', numbers: [], paint: null, location: 'A1', side: 'y' };
    const gun: ScenePiece = { ...piece(5, 'A1'), kind: 'LMG', symbol: 'machine-gun', size: 'none', carried: true };
    const [pile] = piles(ground, placesOf(board), [gun, piece(1, 'A1')], [unknown, { ...unknown, mark: 'objective', kind: 'objective' }]);
    expect(pile!.placed.map((one) => [one.piece.label, isNobody(one.piece)])).toEqual([['Sewer ?', true], ['x', false], ['x', false]]);
    expect(pile!.placed.at(-1)!.piece.kind).toBe('LMG');
    expect(pile!.placed.at(-1)!.scale).toBeLessThan(pile!.placed[1]!.scale);
    expect(pile!.markers.map((one) => one.kind)).toEqual(['objective']);
  });

  it('marks where both sides are in one place, and not above and below each other', () => {
    const both = [piece(1, 'A1'), { ...piece(2, 'A1'), side: 'y' }, piece(3, 'B1'), { ...piece(4, 'B1/1'), side: 'y' }];
    expect(piles(ground, placesOf(board), both, []).map((pile) => [pile.hex, pile.contested])).toEqual([['A1', true], ['B1', false]]);
  });

  it('piles pieces by hex, floors apart, and leaves those beside the board out', () => {
    const pieces = [piece(1, 'B1'), piece(2, 'B1/1'), piece(3, 'B1'), piece(4, 'card'), piece(5, 'nowhere')];
    const [pile, ...rest] = piles(ground, placesOf(board), pieces, []);
    expect(rest).toEqual([]);
    expect(pile!.placed.map((one) => [one.piece.piece, one.level])).toEqual([[1, 0], [3, 0], [2, 1]]);
    const apart = new Set(fanned(pile!.placed, { x: 0, y: 0 }).map(({ at }) => `${at.x} ${at.y}`));
    expect(apart.size).toBe(3);
  });
});

describe('the chart of odds', () => {
  it('shows no figures where every way says nothing', () => {
    const summary = (...texts: string[]) => ({ ...game.odds, summary: texts.map((text) => ({ probability: 1 / texts.length, text })) });
    expect([[''], ['', 'the attack succeeds']].map((texts) => tellsAnything(summary(...texts)))).toEqual([false, true]);
  });

  it('gathers ways by what they come to, and keeps the whole', () => {
    const all = bars(game.odds);
    const sum = all.reduce((total, bar) => total + bar.probability, 0);
    expect(sum).toBeCloseTo(1, 9);
    expect(all.length).toBeLessThan(game.odds.ways.length);
    expect(all.map((bar) => bar.probability)).toEqual(all.map((bar) => bar.probability).toSorted((a, b) => b - a));
  });

  it('reads the likeliest aloud, where there is more than one way', () => {
    const [first] = bars(game.odds);
    expect(likeliest(game.odds)).toBe(`Most likely result, ${percent(first?.probability ?? 0)}: ${first?.words}.`);
    expect(likeliest({ ...game.odds, ways: game.odds.ways.slice(0, 1) })).toBe('');
  });

  it('says how sure figures are that were drawn', () => {
    expect(aboutDrawn({ drawn: 10_000, off: 0.01 })).toMatch(/from 10000 random plays: ±1\.0 percentage points/);
  });

  it('says what the worst reaction would come to', () => {
    const outcomes = [{ probability: 0.6, text: '' }, { probability: 0.3, text: 'the squad breaks' }, { probability: 0.1, text: 'it is lost' }];
    expect(worst({ outcomes })).toBe('60% no effect, 30% the squad breaks');
  });

  it('never rounds a chance to certainty', () => {
    expect([0.0004, 0.5, 0.99999, 1].map(percent)).toEqual(['< 0.1%', '50.0%', '> 99.9%', '100.0%']);
  });
});
