/** What a piece is to do, in words, as far as the scene draws it. */
import type { Handle, LineAbout, Scene } from './wire';

/** What lies over the board for a piece, a phrase each, such as `goes to C4 (3 steps)`. */
export function plansOf(scene: Scene, piece: Handle): string[] {
  return (scene.overlays ?? []).filter((one) => one.piece === piece).map(({ kind, label, locations }) => {
    const last = String(locations.at(-1) ?? '');
    const steps = locations.length - 1;
    if (steps < 1) return label;
    if (kind !== 'path') return `${label} at ${last}`;
    return `${label} to ${last}${steps > 1 ? ` (${steps} steps)` : ''}`;
  });
}

/** Whether anything is planned at all. */
export function anyPlans(scene: Scene): boolean {
  return (scene.overlays ?? []).some((one) => one.piece != null);
}

/** What a place is called: one beside the board goes by the title of its sheet. */
export function placeName(scene: Scene, location: string): string {
  return scene.sheets.find((sheet) => sheet.location === location)?.title ?? location;
}

const RANK: Record<LineAbout, number> = { time: 0, phase: 1, turn: 2, outcome: 3, account: 3 };

/** The lines of the state of play, those about time first: on a narrow screen the last are out of sight. */
export function byTime<T extends { about: LineAbout }>(lines: T[]): T[] {
  return lines.toSorted((a, b) => RANK[a.about] - RANK[b.about]);
}
