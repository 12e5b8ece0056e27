import { describe, expect, it } from 'vitest';

import { byColor, result } from '../src/lib/sides';

describe('the sides', () => {
  it('are in the order of their colours, so that a nation has one colour in every system', () => {
    expect(byColor({ sides: ['german', 'russian'], colors: ['blue', 'brown'] })).toEqual(['russian', 'german']);
    expect(byColor({ sides: ['soviet', 'german'], colors: ['brown', 'blue'] })).toEqual(['soviet', 'german']);
  });

  it('each read their own result', () => {
    expect(['german', 'soviet', 'spectator'].map((seat) => result('german', seat))).toEqual(['You win', 'You lose', 'The German side wins']);
    expect(result('draw', 'soviet')).toBe('Draw');
  });
});
