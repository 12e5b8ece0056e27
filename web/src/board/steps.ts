/** Walking over the hexes with the arrow keys. */
import type { BoardHex } from '../lib/wire';
import { centre, type Ground, RADIUS } from './ground';

const WAYS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 },
};

/** The neighbour that an arrow key leads to: sideways to the upper one of two, or the lower where there is no upper. */
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
  // A walk along a row goes up and down by turns and so stays in the row.
  const lower = way.x !== 0 && isRaised(ground, hex);
  return along.sort((a, b) => (lower ? centre(b).y - centre(a).y : centre(a).y - centre(b).y))[0];
}

/** Whether a hex stands in a column that begins at the top of the board. */
function isRaised(ground: Ground, hex: BoardHex): boolean {
  const rows = (centre(hex).y - ground.box.y) / (RADIUS * Math.sqrt(3)) - 0.5;
  return Math.abs(rows - Math.round(rows)) < 0.25;
}
