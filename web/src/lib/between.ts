/** What changed between two scenes, for a replay that shows all secrets: its events tell only what was done. */
import type { Happening, Mark, Step, Way } from './happened';
import type { Scene } from './wire';

/** Returns the step with what moved, was lost or got a new state from one scene to the next. */
export function between(before: Scene, after: Scene, { from, order, steps }: Happening): Happening {
  const moves: Way[] = [];
  const marks: Mark[] = [];
  const now = new Map(after.pieces.map((one) => [one.piece, one]));
  for (const old of before.pieces) {
    const next = now.get(old.piece);
    if (!next) marks.push({ what: 'lost', piece: old.piece, at: old.location, words: old.name });
    else {
      if (next.location !== old.location) moves.push({ piece: old.piece, side: old.side, at: [old.location, next.location] });
      const fresh = next.states.filter((state) => !old.states.some(({ words }) => words === state.words)).map(({ words }) => words);
      if (fresh.length > 0) marks.push({ what: 'changed', piece: old.piece, at: next.location, words: fresh.join(', ') });
    }
  }
  for (const one of after.pieces) if (!before.pieces.some(({ piece }) => piece === one.piece)) marks.push({ what: 'came', piece: one.piece, at: one.location, words: one.name });
  const last: Step = steps.at(-1) ?? { n: from, lines: [], rolls: [], places: [], moves: [], aims: [], marks: [] };
  const places = [...new Set([...last.places, ...moves.map((way) => way.at.at(-1) ?? ''), ...marks.map(({ at }) => at)])];
  return { from, order, steps: [...steps.slice(0, -1), { ...last, places, moves, marks }] };
}
