/** What the dice did in a finished game, made ready to be drawn. */
import type { Luck, RollLuck } from './wire';

/** A share of a game as points of a hundred, with its sign. */
export function points(share: number): string {
  const value = Math.abs(share * 100).toFixed(1);
  return value === '0.0' ? '0' : `${share < 0 ? '−' : '+'}${value}`;
}

/** The rolls that did most, whoever they served, the greatest first. */
export function turning(luck: Luck, most: number): RollLuck[] {
  return luck.rolls.filter((roll) => roll.swing !== 0).toSorted((a, b) => Math.abs(b.swing) - Math.abs(a.swing)).slice(0, most);
}

/** The course of the game as a line in a box: from left to right the entries, the higher the better for the first side. */
export function courseLine(course: number[], width: number, height: number): string {
  return course.map((stood, at) => `${at === 0 ? 'M' : 'L'}${place(at, course, width).toFixed(1)} ${((1 - stood) * height).toFixed(1)}`).join('');
}

/** How far along the line an entry is. */
export function place(entry: number, course: number[], width: number): number {
  return (width * entry) / Math.max(1, course.length - 1);
}
