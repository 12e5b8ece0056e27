/** Where to look: the part of the board that shows given places with room around them. */
import type { Spot } from './ground';

/** A centre in units of the drawing, and a scale in pixels per unit. */
export interface Sight {
  at: Spot;
  scale: number;
}

/** Size of a stage, in pixels. */
export interface Room {
  width: number;
  height: number;
}

/** Least margin around a spot that is shown, in units: its counter is whole and its neighbours are seen. */
export const EDGE = 105;
/** Greatest margin, in units. */
export const AROUND = 420;
/** Half a counter with what leans out of it, in units. A spot this near to the edge would be cut off. */
const HALF = 50;

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boundsOf(spots: Spot[]): Bounds {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * Returns the view of all spots, as large as fits with margins of `AROUND`. If that would be smaller than `least`,
 * returns the view at `least` that shows most of them whole, and cuts off fewest.
 */
export function frame(spots: Spot[], { width, height }: Room, least: number): Sight | undefined {
  if (spots.length === 0 || width <= 0 || height <= 0) return undefined;
  const all = boundsOf(spots);
  const [across, down] = [all.right - all.left, all.bottom - all.top];
  const fits = (margin: number) => Math.min(width / (across + 2 * margin), height / (down + 2 * margin));
  if (fits(EDGE) >= least) return { at: middleOf(all), scale: Math.max(least, fits(AROUND)) };

  const [half, tall] = [width / least / 2, height / least / 2];
  const within = (at: Spot, margin: number) => (spot: Spot) => Math.abs(spot.x - at.x) <= half - margin && Math.abs(spot.y - at.y) <= tall - margin;
  const heart = middleOf(all);
  /** The best view is tight at some spot on the left and at some spot at the top. */
  const views = spots.flatMap(({ x }) => spots.map(({ y }) => ({ x: x + half - EDGE, y: y + tall - EDGE }))).map((tight) => {
    const shown = spots.filter(within(tight, EDGE - 1));
    const at = shown.length > 0 ? middleOf(boundsOf(shown)) : tight;
    const whole = spots.filter(within(at, HALF)).length;
    const cut = spots.filter(within(at, -HALF)).length - whole;
    return { at, shown: shown.length, cut, far: Math.hypot(at.x - heart.x, at.y - heart.y) };
  });
  const best = views.toSorted((a, b) => b.shown - a.shown || a.cut - b.cut || a.far - b.far)[0];
  return best && { at: best.at, scale: least };
}

function middleOf({ left, right, top, bottom }: Bounds): Spot {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
