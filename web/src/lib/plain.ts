/** Readable text for values and orders in JSON. */
import type { Handle, Json, SeatInfo } from './wire';

type Record_ = { [key: string]: Json };

function isRecord(value: Json | undefined): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const spaced = (word: string) => word.replaceAll('_', ' ');

/** Formats a value in a few words: `{elite: 2, officer: 1}` is `2 elite, 1 officer`. */
export function short(value: Json | undefined): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return spaced(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(short).join(', ') || 'none';
  const amounts = Object.entries(value).map(([key, inner]) =>
    typeof inner === 'number' ? `${inner} ${spaced(key)}` : `${spaced(key)} ${short(inner)}`,
  );
  return amounts.join(', ') || 'none';
}

/** Formats an order from its JSON, for a log without its sentence. */
export function orderInWords(order: Json, nameOf: (piece: Handle) => string = String): string {
  if (!isRecord(order)) return capital(short(order));
  const [verb, fields] = Object.entries(order)[0] ?? [];
  if (verb === undefined) return 'An order';
  if (!isRecord(fields)) return `${capital(spaced(verb))}: ${short(fields ?? null)}`;
  // Whole numbers in an order are handles of pieces.
  const said = (value: Json): string => {
    if (typeof value === 'number') return nameOf(value);
    return Array.isArray(value) ? value.map(said).join(', ') : short(value);
  };
  const told = Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return `${capital(spaced(verb))}: ${told.map(([key, value]) => `${spaced(key)} ${said(value)}`).join(', ')}`;
}

/** Formats a standing order. One that names nothing gets its own words, since its sentence was about one piece. */
export function standingInWords(answer: Json, text: string | null): string {
  return typeof answer === 'string' || text === null ? orderInWords(answer) : text;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const SURE = { found: 'found in a source', sibling: 'from a sister game, another edition or one player’s account', memory: 'from memory, not checked against a source', default: 'our own ruling' };

/** Returns the confidence in a clause or in the default of an option, as text. */
export function sureness(confidence: keyof typeof SURE): string {
  return SURE[confidence];
}

/** Returns the title of an option, or its key if it has none. */
export function optionTitle({ name, title }: { name: string; title?: string | null }): string {
  return title ?? capital(spaced(name));
}

/** Formats the value of an option for readers: `true` is `yes`, `"every-path"` is `every path`. */
export function setting(value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  return value.replaceAll('"', '').replaceAll('-', ' ');
}

/** Returns the computer player of a side with its level; null for a human. */
export function computerOf({ players }: Pick<SeatInfo, 'players'>, side: string): string | null {
  const player = players[side];
  return player === undefined || player === 'human' ? null : `the computer (${player})`;
}
