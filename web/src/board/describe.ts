/** Descriptions of the board for screen readers. */
import { capital } from '../lib/plain';
import type { BoardHex, ScenePiece } from '../lib/wire';
import type { Pile } from './stacks';

/** Returns the states of a piece as words. */
export const stateWords = ({ states }: ScenePiece): string[] => states.map((state) => state.words);

/** Returns the values of a piece without those that its label or its kind says already. */
export const valuesOf = ({ values, label, kind }: ScenePiece): string[] => values.filter((value) => ![label, kind].includes(value));

/** Describes a counter in a place, which has these words. */
export function describePiece(piece: ScenePiece, place: string, able: boolean, aimed: boolean): string {
  const parts = [`${piece.label}, ${capital(piece.side)} ${piece.kind}, in ${place}`, ...valuesOf(piece), ...stateWords(piece)];
  if (aimed) parts.push('can be chosen as target');
  else if (able) parts.push('can act');
  return parts.join(', ');
}

export function describeHex(hex: BoardHex, pile: Pile | undefined, target: boolean): string {
  const parts = [hex.floors > 0 ? `${hex.terrain} with ${hex.floors} ${hex.floors === 1 ? 'floor' : 'floors'}` : hex.terrain];
  if (hex.elevation !== 0) parts.push(`level ${hex.elevation}`);
  if (hex.manhole && !(pile?.markers ?? []).some((marker) => marker.mark === 'lid')) parts.push('manhole');
  for (const marker of pile?.markers ?? []) parts.push(marker.words);
  for (const { piece } of pile?.placed ?? []) parts.push(`${piece.label} (${capital(piece.side)})`);
  if (pile?.contested) parts.push('both sides in the same Location');
  if (target) parts.push('target');
  return `${hex.label}: ${parts.join(', ')}`;
}
