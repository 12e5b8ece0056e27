import { describe, expect, it } from 'vitest';

import { Problem } from '../src/lib/api';
import { BoardTool, placeAt, reachedBy, sightOf, verdictOf } from '../src/lib/measure.svelte';
import { centre, Ground, placesOf } from '../src/board/ground';
import { labelOf, lookOf, seenPart, stopAt, stopsOf } from '../src/board/line';
import type { Board, CalculatorAnswer, Json } from '../src/lib/wire';
import { NO_TELLING } from './telling';

const answer = (values: object): CalculatorAnswer => ({ text: [], charts: [], tables: [], ...values });
const SIGHT = answer({ from: 'A1', to: 'C3', range: 2, clear: false, blocked_at: ['B2'] });

/** A tool whose server answers when it is told to. */
function tool(): { tool: BoardTool; asked: [string, Json][]; reply: ((found: CalculatorAnswer | Problem) => Promise<void>)[] } {
  const asked: [string, Json][] = [];
  const reply: ((found: CalculatorAnswer | Problem) => Promise<void>)[] = [];
  const ask = (name: string, input: Json) => {
    asked.push([name, input]);
    return new Promise<CalculatorAnswer>((done, fail) => {
      reply.push(async (found) => {
        if (found instanceof Problem) fail(found);
        else done(found);
        await new Promise((rest) => setTimeout(rest));
      });
    });
  };
  return { tool: new BoardTool(ask), asked, reply };
}

describe('a tool of the board', () => {
  it('measures between two places, and keeps its start for the next place', async () => {
    const { tool: line, asked, reply } = tool();
    line.begin('sight', null, null);
    line.place('A1');
    expect(asked).toEqual([]);
    line.place('C3');
    expect(asked).toEqual([['sight', { from: 'A1', to: 'C3' }]]);
    await reply[0]?.(SIGHT);
    expect(line.drawn).toMatchObject({ from: 'A1', to: 'C3', range: 2, clear: false, blocked: ['B2'] });
    line.place('D4');
    expect(asked.at(-1)).toEqual(['sight', { from: 'A1', to: 'D4' }]);
  });

  it('begins at the chosen piece', async () => {
    const { tool: line, asked } = tool();
    line.begin('sight', 7, 'B2');
    line.place('C3');
    expect(asked).toEqual([['sight', { from: 'B2', to: 'C3' }]]);
    line.begin('reach', 7, 'B2');
    expect(asked.at(-1)).toEqual(['reach', { unit: 7 }]);
  });

  it('shows no late answer, and an error instead of an old answer', async () => {
    const { tool: line, reply } = tool();
    line.begin('sight', null, 'A1');
    line.place('C3');
    line.place('D4');
    await reply[0]?.(SIGHT);
    expect(line.answer).toBeNull();
    await reply[1]?.(SIGHT);
    expect(line.answer).not.toBeNull();
    line.renew();
    await reply[2]?.(new Problem(404, { detail: 'unknown' }));
    expect([line.answer, line.problem?.message]).toEqual([null, 'unknown']);
    line.end();
    expect([line.drawn, line.problem]).toEqual([null, null]);
  });

  it.each<[string, (line: BoardTool) => void, { from: string; to: string }]>([
    ['another end', (line) => line.place('D4'), { from: 'A1', to: 'D4' }],
    ['another start', (line) => line.start('B2'), { from: 'B2', to: 'C3' }],
    ['the ends swapped', (line) => line.swap(), { from: 'C3', to: 'A1' }],
  ])('shows no old answer on a new line: %s', async (_, change, input) => {
    const { tool: line, asked, reply } = tool();
    line.begin('sight', null, 'A1');
    line.place('C3');
    await reply[0]?.(SIGHT);
    change(line);
    expect(asked.at(-1)).toEqual(['sight', input]);
    expect([line.answer, line.drawn]).toMatchObject([null, { ...input, measured: false, range: null, clear: null, blocked: [] }]);
    await reply[1]?.(new Problem(404, { detail: 'unknown' }));
    line.place('E5');
    expect(line.problem).toBeNull();
  });

  it('shows no places of another piece, but keeps an answer until it is renewed', async () => {
    const { tool: reach, reply } = tool();
    reach.begin('reach', 7, null);
    await reply[0]?.(answer({ places: [{ at: 'B2', cost: 1 }] }));
    reach.renew();
    expect(reach.drawn?.reached).toHaveLength(1);
    reach.of(8);
    expect(reach.drawn?.reached).toEqual([]);
    // The answer of the renewal is about the other piece.
    await reply[1]?.(answer({ places: [{ at: 'B2', cost: 1 }] }));
    expect(reach.drawn?.reached).toEqual([]);
  });

  it('lists places by their cost, whatever else the answer holds', () => {
    const places = [{ at: 'C3', cost: 4, words: '4 MF' }, { at: 'B2', cost: 1 }, { at: 5 }];
    expect(reachedBy(answer({ places }))).toEqual([{ at: 'B2', cost: 1, words: '1' }, { at: 'C3', cost: 4, words: '4 MF' }]);
    expect(reachedBy(answer({}))).toEqual([]);
  });
});

describe('the place of a hex', () => {
  const isBelow = (place: string) => place.endsWith('sewer');
  it('is that of the level in view, or else the only one', () => {
    expect(placeAt('A1', ['A1', 'A1 sewer'], { below: false, isBelow })).toBe('A1');
    expect(placeAt('A1', ['A1', 'A1 sewer'], { below: true, isBelow })).toBe('A1 sewer');
    expect(placeAt('A1', ['A1'], { below: true, isBelow })).toBe('A1');
  });
});

describe('a measured line', () => {
  const board: Board = {
    briefing: { summary: null, victory: [] },
    columns: 2, rows: 2,
    hexes: [0, 1].flatMap((row) => [0, 1].map((column) => ({
      id: row * 2 + column, label: `${'AB'[column]}${row + 1}`, x: 1 + 1.5 * column, y: Math.sqrt(3) * (row + 0.5 + column / 2),
      terrain: 'clear', look: 'plain' as const, elevation: 0, floors: 0, building: null, manhole: false,
    }))),
    roads: [], hexsides: [], networks: [],
    locations: [
      { label: 'A1/sewer', words: 'A1, in the sewer', hex: 0, level: -1, kind: 'sewer', capacity: null, underground: true },
      { label: 'card', words: 'card', hex: null, level: 0, kind: 'card', capacity: null, underground: true },
    ],
    terrains: [{ name: 'clear', look: 'plain', effects: [] }],
    width: 4, height: 5, sides: ['x', 'y'], colors: ['brown', 'blue'], telling: NO_TELLING,
  };
  const ground = new Ground(board);
  const places = placesOf(board);
  const at = (label: string) => centre(ground.named(label)!);

  it('is blocked in a hex, in the hex of a Location, and at a hexside between two hexes', () => {
    expect(stopAt('A2', ground, places)?.at).toEqual(at('A2'));
    expect(stopAt('A1/sewer', ground, places)?.at).toEqual(at('A1'));
    const middle = { x: (at('A1').x + at('B1').x) / 2, y: (at('A1').y + at('B1').y) / 2 };
    for (const label of ['A1-B1', 'B1-A1']) {
      expect(stopAt(label, ground, places)?.at).toEqual(middle);
      expect(seenPart(at('A1'), at('B1'), stopAt(label, ground, places))).toBeCloseTo(0.5);
    }
    // The shape of a hexside joins the two corners that its hexes share.
    const ends = stopAt('A1-A2', ground, places)?.d.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const side = ground.side(ground.named('A1')!, 3).map(({ x, y }) => [x, y]).toSorted(([a = 0], [b = 0]) => a - b).flat();
    for (const [n, end] of (ends[0]! < ends[2]! ? ends : [...ends.slice(2), ...ends.slice(0, 2)]).entries()) expect(end).toBeCloseTo(side[n]!, 0);
    expect(ends).toHaveLength(4);
    for (const label of ['card', 'A1-Z9', 'Z9']) expect(stopAt(label, ground, places)).toBeUndefined();
  });

  it('keeps the order of what blocks it, each once', () => {
    const stops = stopsOf(['A1-B1', 'A1', 'A1/sewer', 'card'], ground, places);
    expect(stops.map((stop) => stop.at)).toEqual([stopAt('A1-B1', ground, places)?.at, at('A1')]);
  });

  it('has its look and its verdict by the answer, even if no range is counted', () => {
    const line = (values: object) => ({ from: 'A1', to: 'B2', reached: [], ...sightOf(answer(values)) });
    const beside = line({ range: null, clear: false, blocked_at: [] });
    expect([lookOf(beside), labelOf(beside), verdictOf(beside)]).toEqual(['blocked', '✕', 'Blocked']);
    const near = line({ range: 1, clear: true });
    expect([lookOf(near), labelOf(near), verdictOf(near)]).toEqual(['clear', '1 ✓', 'Clear. Range 1 hex']);
    const unsure = line({ range: 3, clear: null });
    expect([lookOf(unsure), labelOf(unsure), verdictOf(unsure)]).toEqual(['unknown', '3 ?', 'Not known. Range 3 hexes']);
    const waiting = { ...beside, measured: false };
    expect([lookOf(waiting), labelOf(waiting), verdictOf(waiting)]).toEqual(['open', '', null]);
    expect(lookOf({ ...near, to: null })).toBe('open');
  });
});
