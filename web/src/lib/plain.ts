/** Facts and orders in plain words, whatever system they belong to. */
import type { Handle, Json } from './wire';

type Record_ = { [key: string]: Json };

/** What became of one piece, or of something that lies in a place. */
export interface Sight {
  /** None for what is no piece. */
  piece: Handle | null;
  /** What it is called where nothing better is known. */
  name: string;
  /** Comes into sight, goes out of it, or changes. */
  what: 'came' | 'went' | 'changed';
  /** What changed, such as `goes from F5 to F4`; of what came, where it is. */
  words: string;
}

function isRecord(value: Json | undefined): value is Record_ {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A fact about something that is somewhere: its kind, what tells it from others of its kind, its fields. */
interface Somewhere {
  kind: string;
  piece: Handle | null;
  identity: string;
  fields: Record_;
}

function somewhere(fact: Json): Somewhere | null {
  if (!isRecord(fact)) return null;
  const [kind, fields] = Object.entries(fact)[0] ?? [];
  // Only what is said of something somewhere is worth a line of the log.
  if (kind === undefined || !isRecord(fields) || typeof fields['at'] !== 'string') return null;
  const handle = fields['piece'];
  const piece = typeof handle === 'number' || typeof handle === 'string' ? handle : null;
  return { kind, piece, identity: `${kind} ${piece ?? fields['at']}`, fields };
}

/** How one step changed what a seat sees of pieces and of what lies on the board. */
export function sightings(gone: Json[], now: Json[]): Sight[] {
  const before = gone.map(somewhere).filter((one) => one !== null);
  const after = now.map(somewhere).filter((one) => one !== null);
  const sights: Sight[] = [];
  for (const old of before) {
    const next = after.find((one) => one.identity === old.identity);
    const sight = { piece: old.piece, name: called(next ?? old) };
    if (!next) sights.push({ ...sight, what: 'went', words: '' });
    else sights.push({ ...sight, what: 'changed', words: differences(old.fields, next.fields) });
  }
  for (const next of after) {
    if (before.some((one) => one.identity === next.identity)) continue;
    const at = next.fields['at'];
    sights.push({ piece: next.piece, name: called(next), what: 'came', words: next.piece !== null ? `in ${short(at)}` : '' });
  }
  return sights.filter((sight) => sight.what !== 'changed' || sight.words !== '');
}

/** A name from the fact alone: the name it gives, else side, kind and what it is made of; of a thing its place. */
function called({ kind, piece, fields }: Somewhere): string {
  if (typeof fields['name'] === 'string') return fields['name'];
  if (piece === null) {
    const more = Object.entries(fields).filter(([key, value]) => key !== 'at' && typeof value === 'string' && key !== 'held_by');
    return capital([...more.map(([, value]) => short(value)), spaced(kind), `in ${short(fields['at'])}`].join(' '));
  }
  const made = Object.values(fields).find(isRecord);
  return capital([short(fields['side'] ?? ''), spaced(kind), made ? `of ${short(made)}` : ''].filter((word) => word !== '').join(' '));
}

/** Fields of a fact that name it and do not change with what it goes through. */
const NAMING = ['piece', 'name', 'side'];

function differences(old: Record_, next: Record_): string {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((key) => !NAMING.includes(key));
  const differing = keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]));
  const one = (key: string): string => {
    const [from, to] = [old[key], next[key]];
    if (key === 'at') return `goes from ${short(from)} to ${short(to)}`;
    if (key.endsWith('_by')) return `is ${spaced(key)} ${to === null || to === undefined ? 'nobody' : short(to)}`;
    if (typeof to === 'boolean') return `is ${to ? '' : 'no longer '}${spaced(key)}`;
    if (typeof to === 'string') return `is now ${short(to)}`;
    if (isRecord(to)) return `now has ${short(to)}`;
    return `${spaced(key)} ${short(to)}`;
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
export function orderInWords(order: Json, nameOf: (piece: Handle) => string = String): string {
  if (!isRecord(order)) return capital(short(order));
  const [verb, fields] = Object.entries(order)[0] ?? [];
  if (verb === undefined) return 'An order';
  if (!isRecord(fields)) return `${capital(spaced(verb))}: ${short(fields ?? null)}`;
  // Whole numbers in an order are pieces by the seat's own numbers.
  const said = (value: Json): string => {
    if (typeof value === 'number') return nameOf(value);
    return Array.isArray(value) ? value.map(said).join(', ') : short(value);
  };
  const told = Object.entries(fields).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
  return `${capital(spaced(verb))}: ${told.map(([key, value]) => `${spaced(key)} ${said(value)}`).join(', ')}`;
}

/** A standing order in words: a bare one by its own, since the sentence was about the piece of that moment. */
export function standingInWords(answer: Json, text: string | null): string {
  return typeof answer === 'string' || text === null ? orderInWords(answer) : text;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
