import { describe, expect, it } from 'vitest';

import { type Facts, look, merged } from '../src/lib/facts';

describe('facts', () => {
  it('merge a patch as RFC 7396 says', () => {
    expect(merged({ a: { b: 1, c: 2 }, d: 'x' }, { a: { b: null, e: [1] }, d: 'y' })).toEqual({ a: { c: 2, e: [1] }, d: 'y' });
    expect(merged('x', { a: 1 })).toEqual({ a: 1 });
    expect(merged({ a: 1 }, ['x'])).toEqual(['x']);
  });

  it('are numbered as they come, and keep their number', () => {
    const first = look(new Map() as Facts, 0, { new: [{ a: 1 }, { b: 1 }] });
    const second = look(first.after, 2, { gone: [0], now: [[1, { b: 2 }]], new: [{ c: 1 }] });
    expect(second.gone).toEqual([{ a: 1 }, { b: 1 }]);
    expect(second.now).toEqual([{ b: 2 }, { c: 1 }]);
    expect([...second.after]).toEqual([[1, { b: 2 }], [2, { c: 1 }]]);
    expect([...first.after].length).toBe(2);
  });
});
