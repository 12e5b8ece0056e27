/** Facts and orders in plain words, whatever system they belong to. */
import type { Handle, Json } from './wire';

type Record_ = { [key: string]: Json };

/** What became of one piece, or of something that lies in a place. */
export interface Sight {
  /** None for what is no piece. */
  piece: Handle | null;
  /** What it is called where nothing better is known. */
  name: string;
  /** Where it is, or was. */
  at: string;
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
  // What lists other things is an account that the play keeps, and nothing that lies there.
  if (handle === undefined && Object.values(fields).some(Array.isArray)) return null;
  const piece = typeof handle === 'number' || typeof handle === 'string' ? handle : null;
  return { kind, piece, identity: `${kind} ${piece ?? fields['at']}`, fields };
}

/** For each field of a kind of fact, the values it had when the game was set up. */
export type AtRest = ReadonlyMap<string, ReadonlySet<Json>>;

/** What the pieces were like at first. */
export function atRest(facts: Json[]): AtRest {
  const rest = new Map<string, Set<Json>>();
  for (const { kind, fields } of facts.map(somewhere).filter((one) => one !== null)) {
    for (const [key, value] of Object.entries(fields)) {
      const field = `${kind} ${key}`;
      if (MOODS.includes(typeof value)) rest.set(field, (rest.get(field) ?? new Set<Json>()).add(value));
    }
  }
  return rest;
}
const MOODS = ['boolean', 'string'];

/** How many pieces set back at once are the course of the game and no news. */
const MANY = 3;

/** How one step changed what a seat sees of pieces and of what lies on the board. */
export function sightings(gone: Json[], now: Json[], rest: AtRest = new Map()): Sight[] {
  const before = gone.map(somewhere).filter((one) => one !== null);
  const after = now.map(somewhere).filter((one) => one !== null);
  const setBack = before.filter((old) => {
    const next = after.find((one) => one.identity === old.identity);
    return old.piece !== null && next !== undefined && isSetBack(old, next, rest);
  });
  const sights: Sight[] = [];
  for (const old of before) {
    if (setBack.length >= MANY && setBack.includes(old)) continue;
    const next = after.find((one) => one.identity === old.identity);
    const sight = { piece: old.piece, name: called(next ?? old), at: short((next ?? old).fields['at']) };
    if (!next) sights.push({ ...sight, what: 'went', words: '' });
    else sights.push({ ...sight, what: 'changed', words: differences(old.fields, next.fields) });
  }
  for (const next of after) {
    if (before.some((one) => one.identity === next.identity)) continue;
    const at = short(next.fields['at']);
    sights.push({ piece: next.piece, name: called(next), at, what: 'came', words: next.piece !== null ? `in ${at}` : '' });
  }
  return sights.filter((sight) => sight.what !== 'changed' || sight.words !== '');
}

/** Whether all that changed is as it was at the set-up again. */
function isSetBack(old: Somewhere, next: Somewhere, rest: AtRest): boolean {
  return changed(old.fields, next.fields).every((key) => key !== 'at' && (rest.get(`${next.kind} ${key}`)?.has(next.fields[key] ?? null) ?? false));
}

/** Words by which a report says that somebody is gone. */
const ENDS = /\b(eliminat|destroy|kill|surrender|captur|beaten|removed|dies\b|is lost\b)/i;

/** Whether a report of the same order has told already that a piece is gone: it names the piece, or where it was. */
export function toldGone(sight: Sight, name: string, reports: string[]): boolean {
  if (sight.what !== 'went' || sight.piece === null) return false;
  const where = sight.at.split('/')[0] ?? sight.at;
  const names = (text: string) => text.includes(name) || text.split(/[^\p{L}\p{N}]+/u).includes(where);
  return reports.some((text) => ENDS.test(text) && names(text));
}

/** A name from the fact alone: the name it gives, else side, kind and what it is made of; of a thing its place. */
function called({ kind, piece, fields }: Somewhere): string {
  if (typeof fields['name'] === 'string') return fields['name'];
  if (piece === null) {
    const more = Object.entries(fields).filter(([key, value]) => key !== 'at' && typeof value === 'string' && key !== 'held_by');
    return capital([...more.map(([, value]) => short(value)), spaced(kind), `in ${short(fields['at'])}`].join(' '));
  }
  const made = Object.values(fields).find((value) => isRecord(value) && Object.values(value).every((inner) => typeof inner === 'number'));
  return capital([short(fields['side'] ?? ''), spaced(kind), made ? `of ${short(made)}` : ''].filter((word) => word !== '').join(' '));
}

/** Fields of a fact that name it and do not change with what it goes through. */
const NAMING = ['piece', 'name', 'side'];

function changed(old: Record_, next: Record_): string[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter((key) => !NAMING.includes(key));
  return keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]));
}

/** What a piece did, as against what was done to it. */
const DEEDS = ['fought', 'moved', 'fired', 'acted', 'attacked', 'shot', 'rallied'];

function differences(old: Record_, next: Record_): string {
  const one = (key: string): string => {
    const [from, to] = [old[key], next[key]];
    if (key === 'at') return `goes from ${short(from)} to ${short(to)}`;
    if (key.endsWith('_by')) return `is ${spaced(key)} ${to === null || to === undefined ? 'nobody' : short(to)}`;
    // That a deed may be done again goes without saying.
    if (typeof to === 'boolean' && DEEDS.includes(key)) return to ? `has ${key}` : '';
    if (typeof to === 'boolean') return `is ${to ? '' : 'no longer '}${spaced(key)}`;
    if (typeof to === 'string') return DEEDS.includes(to) ? `has ${to}` : `is now ${short(to)}`;
    if (isRecord(to)) return leaves(isRecord(from) ? from : {}, to);
    return `${spaced(key)} ${short(to)}`;
  };
  return changed(old, next).map(one).filter((words) => words !== '').join(', ');
}

/** How much of something made of parts is told. */
const MOST = 3;

/** What changed inside something made of parts: amounts first, then names; of yes and no only what is so now. */
function leaves(old: Record_, next: Record_): string {
  const parts = changed(old, next).map((key): [number, string] => {
    const to = next[key];
    if (typeof to === 'number') return [0, `${to} ${spaced(key)}`];
    if (typeof to === 'string') return [1, `${spaced(key)} ${spaced(to)}`];
    if (to === true) return [2, spaced(key)];
    return [0, to === undefined && typeof old[key] === 'number' ? `no ${spaced(key)}` : ''];
  });
  const words = parts.filter(([, word]) => word !== '').sort(([a], [b]) => a - b).map(([, word]) => word);
  return words.length > 0 ? `now has ${words.slice(0, MOST).join(', ')}` : '';
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
