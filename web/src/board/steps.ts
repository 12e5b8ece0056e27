/** Movement of the focus over hexes with the arrow keys. */
import type { BoardHex } from '../lib/wire';
import { centre, type Ground, RADIUS } from './ground';

const WAYS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
};

/**
 * Returns the neighbour in the direction of an arrow key. Sideways it is the upper of two, or the lower if there is no
 * upper.
 */
export function besideHex(ground: Ground, hex: BoardHex, key: string): BoardHex | undefined {
  const way = WAYS[key];
  if (!way) return undefined;
  const from = centre(hex);
  const around = [0, 1, 2, 3, 4, 5].map((side) => ground.neighbour(hex, side)).filter((one) => one !== undefined);
  const along = around.filter((one) => {
    const to = centre(one);
    const step = way.x * (to.x - from.x) + way.y * (to.y - from.y);
    return way.x === 0 ? step > 0 && Math.abs(to.x - from.x) < 1 : step > 0;
  });
  // A walk along a row alternates between up and down, and so stays in the row.
  const lower = way.x !== 0 && isRaised(ground, hex);
  return along.sort((a, b) => (lower ? centre(b).y - centre(a).y : centre(a).y - centre(b).y))[0];
}

/** Whether a hex is in a column that begins at the top of the board. */
function isRaised(ground: Ground, hex: BoardHex): boolean {
  const rows = (centre(hex).y - ground.box.y) / (RADIUS * Math.sqrt(3)) - 0.5;
  return Math.abs(rows - Math.round(rows)) < 0.25;
}
