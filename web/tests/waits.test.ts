import { expect, it } from 'vitest';

import { Waits } from '../src/lib/waits';

it('waits longer each time, up to a limit, and then from the beginning', () => {
  const waits = new Waits(100, 1000, () => 1);
  expect([1, 2, 3, 4, 5, 6].map(() => waits.next())).toEqual([100, 200, 400, 800, 1000, 1000]);
  waits.reset();
  expect(waits.next()).toBe(100);
});

it('scatters, so that pages don’t all come back at one moment', () => {
  const [soon, late] = [0, 1].map((by) => new Waits(100, 1000, () => by).next());
  expect([soon, late]).toEqual([50, 100]);
});

it('waits at least as long as the server wants', () => {
  for (const by of [0, 0.5, 1]) expect(new Waits(100, 1000, () => by).next(5000)).toBeGreaterThanOrEqual(5000);
});
