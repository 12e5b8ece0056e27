/** The names of places, and the plans of a piece as text, from the overlays of the scene. */
import type { Handle, LineAbout, Place, Scene } from './wire';

/** The words for the places of a board, by label. */
export type PlaceWords = ReadonlyMap<string, Pick<Place, 'words'>>;

/** Returns the overlays of a piece, one phrase each, such as `goes to C4, in the sewer (3 steps)`. */
export function plansOf(scene: Scene, places: PlaceWords, piece: Handle): string[] {
  return (scene.overlays ?? []).filter((one) => one.piece === piece).map(({ kind, label, locations }) => {
    const last = placeName(scene, places, String(locations.at(-1) ?? ''));
    const steps = locations.length - 1;
    if (steps < 1) return label;
    if (kind !== 'path') return `${label} at ${last}`;
    return `${label} to ${last}${steps > 1 ? ` (${steps} steps)` : ''}`;
  });
}

/** Whether the scene shows any plans. */
export function anyPlans(scene: Scene): boolean {
  return (scene.overlays ?? []).some((one) => one.piece != null);
}

/** Whether a piece has plans that the scene shows. */
export const hasPlans = (scene: Scene, piece: Handle): boolean => (scene.overlays ?? []).some((one) => one.piece === piece);

/** Returns the name of a place in words; a place beside the board has the title of its sheet. */
export function placeName(scene: Scene, places: PlaceWords, location: string): string {
  return scene.sheets.find((sheet) => sheet.location === location)?.title ?? places.get(location)?.words ?? location;
}

const RANK: Record<LineAbout, number> = { time: 0, phase: 1, turn: 2, outcome: 3, account: 3 };

/** Returns the status lines, those about time first, since a narrow screen hides the last ones. */
export function byTime<T extends { about: LineAbout }>(lines: T[]): T[] {
  return lines.toSorted((a, b) => RANK[a.about] - RANK[b.about]);
}
