/** The actions of keys. Single letters can be switched off for users of speech input and screen readers. */

export type Action = 'back' | 'below' | 'next' | 'previous' | 'undo' | 'again' | 'help' | 'rules' | 'in' | 'out' | 'fit' | 'board' | 'card' | 'map' | 'sight' | 'reach' | number;

export const KEYS: [key: string, action: Exclude<Action, number>, words: string][] = [
  ['u', 'below', 'Switch between street and underground'],
  ['n', 'next', 'Next unit that can act'],
  ['p', 'previous', 'Previous unit that can act'],
  ['b', 'board', 'Go to the board: arrow keys move between hexes, Enter chooses'],
  ['i', 'card', 'What it is: the card of the focused counter or hex, else of the chosen unit'],
  ['l', 'sight', 'Line of sight and range between two places'],
  ['g', 'reach', 'Places that the chosen unit can reach'],
  ['m', 'map', 'Small map of a large board'],
  ['z', 'undo', 'Undo'],
  ['o', 'again', 'Show once more what just happened, or skip it'],
  ['r', 'rules', 'Rulebook'],
  ['+', 'in', 'Zoom in'],
  ['-', 'out', 'Zoom out'],
  ['0', 'fit', 'Show whole board'],
  ['?', 'help', 'This help'],
];

/** Whether a key is for the page: not for a field, and not for the browser, as with Alt. */
function isOurs(event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement | null;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(at && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
}

/** How many steps a key goes forward, and where there are many of them. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const LEAPS: Record<string, number> = { PageUp: -10, PageDown: 10 };

/** Returns how many steps a key goes forward where steps follow each other; null for other keys. */
export function stepsOf(event: KeyboardEvent, leaps = false): number | null {
  if (!isOurs(event)) return null;
  // The arrow keys move between the hexes of the board.
  if (event.target instanceof SVGElement && event.key.startsWith('Arrow')) return null;
  return STEPS[event.key] ?? (leaps ? LEAPS[event.key] : null) ?? null;
}

export function shortcut(event: KeyboardEvent, letters: boolean): Action | null {
  if (!isOurs(event)) return null;
  if (event.key === 'Escape') return 'back';
  if (!letters) return null;
  if (/^[1-9]$/.test(event.key)) return Number(event.key);
  return KEYS.find(([key]) => key === event.key.toLowerCase())?.[1] ?? null;
}
