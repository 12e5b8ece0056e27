/** Which key does what. Single letters can be switched off for those whose software speaks or listens. */

export type Action = 'back' | 'below' | 'next' | 'previous' | 'undo' | 'help' | 'rules' | 'in' | 'out' | 'fit' | 'board' | number;

export const KEYS: [key: string, action: Exclude<Action, number>, words: string][] = [
  ['u', 'below', 'Street or underground'],
  ['n', 'next', 'Next piece that can act'],
  ['p', 'previous', 'Piece before'],
  ['b', 'board', 'Go to the board; arrow keys walk over the hexes, Enter chooses'],
  ['z', 'undo', 'Take back'],
  ['r', 'rules', 'Rulebook'],
  ['+', 'in', 'Nearer'],
  ['-', 'out', 'Farther'],
  ['0', 'fit', 'Whole board'],
  ['?', 'help', 'This help'],
];

export function shortcut(event: KeyboardEvent, letters: boolean): Action | null {
  const at = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (at && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return null;
  if (event.key === 'Escape') return 'back';
  if (!letters) return null;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  return KEYS.find(([key]) => key === event.key.toLowerCase())?.[1] ?? null;
}
