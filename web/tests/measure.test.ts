import { describe, expect, it } from 'vitest';

import { Problem } from '../src/lib/api';
import { BoardTool, placeAt, reachedBy } from '../src/lib/measure.svelte';
import type { CalculatorAnswer, Json } from '../src/lib/wire';

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
