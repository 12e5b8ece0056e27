import { describe, expect, it } from 'vitest';

import { AROUND, EDGE, frame } from '../src/board/frame';

const LEAST = 0.62;
const inside = (spot: { x: number; y: number }, sight: { at: { x: number; y: number }; scale: number }, room: { width: number; height: number }, margin: number) =>
  Math.abs(spot.x - sight.at.x) <= room.width / sight.scale / 2 - margin && Math.abs(spot.y - sight.at.y) <= room.height / sight.scale / 2 - margin;

describe('the view of own men', () => {
  const phone = { width: 338, height: 304 };
  const desk = { width: 828, height: 660 };

  it('shows all with room around them, where they are readable', () => {
    const men = [{ x: 0, y: 0 }, { x: 270, y: 200 }];
    for (const room of [phone, desk]) {
      const sight = frame(men, room, LEAST)!;
      expect(sight.scale).toBeGreaterThanOrEqual(LEAST);
      expect(men.every((man) => inside(man, sight, room, EDGE - 1))).toBe(true);
    }
    // Not nearer than with the greatest margin.
    expect(frame([{ x: 5, y: 5 }], desk, LEAST)!.scale).toBeCloseTo(Math.min(desk.width, desk.height) / (2 * AROUND));
  });

  it('shows most of them where not all fit, each of those whole', () => {
    const near = [{ x: 0, y: 0 }, { x: 90, y: 52 }, { x: 180, y: 0 }];
    const sight = frame([...near, { x: 400, y: 420 }, { x: 3000, y: 3000 }], phone, LEAST)!;
    expect(sight.scale).toBe(LEAST);
    expect(near.every((man) => inside(man, sight, phone, EDGE - 1))).toBe(true);
  });

  it('is none without men or without a stage', () => {
    expect(frame([], desk, LEAST)).toBeUndefined();
    expect(frame([{ x: 0, y: 0 }], { width: 0, height: 0 }, LEAST)).toBeUndefined();
  });
});
