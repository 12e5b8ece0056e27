import { describe, expect, it } from 'vitest';

import { collisions, plotted, type Where } from '../src/lib/plots';
import type { Scene, ScenePiece } from '../src/lib/wire';

const man = (piece: number, location: string): ScenePiece => ({
  piece, location, side: 'attacker', symbol: 'infantry', size: 'none', title: null, kind: 'man', label: `Man ${piece}`, name: `Man ${piece}`, states: [], values: [], numbers: [],
});
const overlay = (kind: string, label: string, locations: string[], piece: number | null) => ({ kind, label, locations, piece, side: null });
const scene = (pieces: ScenePiece[], ...overlays: ReturnType<typeof overlay>[]): Scene =>
  ({ status: [], pieces, markers: [], sheets: [], overlays: overlays as unknown as NonNullable<Scene['overlays']> });
/** Places of a row: `A3` is three hexes along, `A3/sewer` is below it. */
const where = (place: string): Where | undefined => {
  const [hex = '', below] = place.split('/');
  return { hex, at: { x: 1.7 * Number(hex.slice(1)), y: hex.startsWith('A') ? 0 : 1.7 }, underground: below !== undefined };
};
const clashes = (all: Scene) => collisions(plotted(all), where).map(({ aim, pieces, place, step }) => `${aim ?? 'meet'} ${pieces.join(' ')} ${place} ${step}`);

describe('all plots', () => {
  it('are told in the order in which each is carried out', () => {
    const [one, other] = plotted(scene([man(1, 'A1'), man(2, 'A9')],
      overlay('aim', 'throws', ['A3', 'A7'], 1), overlay('path', 'moves', ['A1', 'A2', 'A3'], 1), overlay('aim', 'leans out', ['A1'], 1), overlay('aim', 'fires', ['A9', 'A5'], 2)));
    expect(one?.parts.map(({ when, label, places }) => [when, label, ...places])).toEqual([['stand', 'leans out'], ['go', 'moves', 'A2', 'A3'], ['end', 'throws', 'A7']]);
    expect(other?.parts).toEqual([{ when: 'stand', label: 'fires', places: ['A5'] }]);
  });

  it('warn of two men in one place at one step, and of none who come there at different steps', () => {
    const men = [man(1, 'A1'), man(2, 'A5')];
    expect(clashes(scene(men, overlay('path', 'moves', ['A1', 'A2', 'A3'], 1), overlay('path', 'moves', ['A5', 'A4', 'A3'], 2)))).toEqual(['meet 1 2 A3 2']);
    expect(clashes(scene(men, overlay('path', 'moves', ['A1', 'A2', 'A3'], 1), overlay('path', 'moves', ['A5', 'A4', 'B4', 'A3'], 2)))).toEqual([]);
    expect(clashes(scene(men, overlay('path', 'moves', ['A1', 'A2', 'A3'], 1), overlay('path', 'moves', ['A5', 'A4', 'A3/sewer'], 2)))).toEqual([]);
  });

  it('warn of fire through or into a place where an own man goes, on the same level', () => {
    const men = [man(1, 'A1'), man(2, 'B4')];
    const fires = overlay('aim', 'fires', ['A1', 'A7'], 1);
    expect(clashes(scene(men, fires, overlay('path', 'moves', ['B4', 'A4'], 2)))).toEqual(['fires 1 2 A4 1']);
    expect(clashes(scene(men, fires, overlay('path', 'moves', ['B4', 'A4/sewer'], 2)))).toEqual([]);
    expect(clashes(scene(men, fires, overlay('path', 'moves', ['B4', 'B3'], 2)))).toEqual([]);
  });
});
