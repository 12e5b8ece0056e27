/** Facts and orders in plain words, whatever system they belong to. */
import type { Handle, Json } from './wire';

type Record_ = { [key: string]: Json };

/** What became of one piece in a seat's sight. */
export interface Sight {
  piece: Handle;
  /** Comes into sight, goes out of it, or changes. */
  what: 'came' | 'went' | 'changed';
  /** What changed, such as `at F5 → F4`; all that is told of a piece that came. */
  words: string;
}

function isRecord(value: Json | undefined): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A fact about a piece: its kind, the piece and its fields. */
function aboutPiece(fact: Json): { kind: string; piece: Handle; fields: Record_ } | null {
  if (!isRecord(fact)) return null;
  const [kind, fields] = Object.entries(fact)[0] ?? [];
  if (kind === undefined || !isRecord(fields)) return null;
  const piece = fields['piece'];
  // Only what is said of a piece somewhere is worth a line of the log.
  if ((typeof piece !== 'number' && typeof piece !== 'string') || !('at' in fields)) return null;
  return { kind, piece, fields };
}

/** How one step changed what a seat sees of pieces. */
export function sightings(gone: Json[], now: Json[]): Sight[] {
  const before = gone.map(aboutPiece).filter((one) => one !== null);
  const after = now.map(aboutPiece).filter((one) => one !== null);
  const sights: Sight[] = [];
  for (const old of before) {
    const next = after.find((one) => one.kind === old.kind && one.piece === old.piece);
    if (!next) sights.push({ piece: old.piece, what: 'went', words: '' });
    else sights.push({ piece: old.piece, what: 'changed', words: differences(old.fields, next.fields) });
  }
  for (const next of after) {
    if (before.some((one) => one.kind === next.kind && one.piece === next.piece)) continue;
    sights.push({ piece: next.piece, what: 'came', words: typeof next.fields['at'] === 'string' ? next.fields['at'] : '' });
  }
  return sights.filter((sight) => sight.what !== 'changed' || sight.words !== '');
}

function differences(old: Record_, next: Record_): string {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const differing = keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]));
  const one = (key: string) => {
    const to = short(next[key]);
    return key === 'at' ? `${short(old[key])} → ${to}` : `${spaced(key)} ${to}`;
  };
  return differing.map(one).join(', ');
}

const spaced = (word: string) => word.replaceAll('_', ' ');

/** A value in a few words: `{elite: 2, officer: 1}` is `2 elite, 1 officer`. */
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

/** An order as its own words say it, for a log that no longer knows its sentence. */
export function orderInWords(order: Json): string {
  if (!isRecord(order)) return capital(short(order));
  const [verb, fields] = Object.entries(order)[0] ?? [];
  if (verb === undefined) return 'An order';
  if (!isRecord(fields)) return `${capital(spaced(verb))}: ${short(fields ?? null)}`;
  const told = Object.entries(fields).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return `${capital(spaced(verb))}: ${told.map(([key, value]) => `${spaced(key)} ${short(value)}`).join(', ')}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
