/** The luck of a finished game, prepared for drawing. */
import type { Luck, RollLuck } from './wire';

/** Formats a share of a game as percentage points with a sign. */
export function points(share: number): string {
  const value = Math.abs(share * 100).toFixed(1);
  return value === '0.0' ? '0' : `${share < 0 ? '−' : '+'}${value}`;
}

/** Returns the rolls with the largest effect for either side, the largest first. */
export function turning(luck: Luck, most: number): RollLuck[] {
  return luck.rolls.filter((roll) => roll.swing !== 0).toSorted((a, b) => Math.abs(b.swing) - Math.abs(a.swing)).slice(0, most);
}

/** Returns the evaluations as a line in a box: entries from left to right, higher is better for the first side. */
export function courseLine(course: number[], width: number, height: number): string {
  return course.map((stood, at) => `${at === 0 ? 'M' : 'L'}${place(at, course, width).toFixed(1)} ${((1 - stood) * height).toFixed(1)}`).join('');
}

/** Returns the horizontal position of an entry on the line. */
export function place(entry: number, course: number[], width: number): number {
  return (width * entry) / Math.max(1, course.length - 1);
}
