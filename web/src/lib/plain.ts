/** Facts and orders in plain words, whatever system they belong to. */
import type { Out, Handle, Json, SeatInfo } from './wire';

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
  /** What changed, one by one. */
  parts: Part[];
}

/** One thing that changed. */
export interface Part {
  words: string;
  /** The word that a report of the same would have in it; none where no report says it. */
  gist: string;
  /** Of a place, the one before. */
  from?: string;
  /** A place, a deed such as having fired, or what one can be read off a counter. */
  kind: 'place' | 'deed' | 'state';
  /** Whether it is now as it was when the game was set up. */
  rests: boolean;
}

/** What is left to say of a piece, some of it being told. */
export function saying(sight: Sight, parts: Part[]): Sight {
  const places = parts.filter((part) => part.kind === 'place');
  const way = places.length > 1 && places.every((part, i) => i === 0 || part.from === places[i - 1]?.gist);
  const said = way ? parts.filter((part) => part.kind !== 'place' || part === places[0]) : parts;
  return { ...sight, parts, words: said.map((part) => (way && part === places[0] ? wayInWords(places) : part.words)).join(', ') };
}

/** Places one after another as one way. */
function wayInWords(places: Part[]): string {
  const between = places.slice(0, -1).map((part) => part.gist);
  return `goes from ${places[0]?.from ?? ''} by ${between.join(', ')} to ${places.at(-1)?.gist ?? ''}`;
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
    if (!next) sights.push({ ...sight, what: 'went', words: '', parts: [] });
    else sights.push(saying({ ...sight, what: 'changed', words: '', parts: [] }, differences(old, next, rest)));
  }
  for (const next of after) {
    if (before.some((one) => one.identity === next.identity)) continue;
    const at = short(next.fields['at']);
    sights.push({ piece: next.piece, name: called(next), at, what: 'came', words: next.piece !== null ? `in ${at}` : '', parts: [] });
  }
  return sights.filter((sight) => sight.what !== 'changed' || sight.words !== '');
}

/** Whether all that changed is as it was at the set-up again. */
function isSetBack(old: Somewhere, next: Somewhere, rest: AtRest): boolean {
  return changed(old.fields, next.fields).every((key) => key !== 'at' && (rest.get(`${next.kind} ${key}`)?.has(next.fields[key] ?? null) ?? false));
}

/** Words of a text, and those of a place without what is inside of it. */
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u);
const hexOf = (place: string) => place.split('/')[0] ?? place;

/** What the texts of the same order have not told already, by the names they give the piece. */
export function untold(sight: Sight, name: string, texts: string[]): Sight {
  if (sight.piece === null) return sight;
  const about = texts.filter((text) => text.toLowerCase().includes(name.toLowerCase()) || wordsOf(text).includes(hexOf(sight.at)));
  const tells = (part: Part) => {
    if (part.kind === 'deed') return about.length > 0 || sight.parts.some((other) => other.kind !== 'deed');
    // That a text has the place in it is not enough: it may speak of something else there.
    if (part.kind === 'place') return texts.some((text) => wordsOf(text).includes(hexOf(part.gist)) && (text.toLowerCase().includes(name.toLowerCase()) || wordsOf(text).includes(hexOf(part.from ?? ''))));
    return about.some((text) => part.rests || (part.gist !== '' && wordsOf(text.toLowerCase()).join(' ').includes(part.gist)));
  };
  return saying(sight, sight.parts.filter((part) => !tells(part)));
}

/** Whether a text of the same order speaks of a thing that is no piece: of its kind and its place. */
export function toldThing(sight: Sight, texts: string[]): boolean {
  if (sight.piece !== null || sight.what === 'changed') return false;
  // That somebody of whom nothing is known was here or there is told by whatever he did.
  if (texts.length > 0 && wordsOf(sight.name.toLowerCase()).includes('unknown')) return true;
  const kind = sight.name.toLowerCase().split(' ')[0] ?? '';
  return texts.some((text) => wordsOf(text.toLowerCase()).includes(kind) && wordsOf(text).includes(hexOf(sight.at)));
}

/** Whether a report of the same order has told already that a piece is out of the game, itself or all at its place. */
export function toldOut(sight: Sight, outs: (Out | null)[]): boolean {
  if (sight.what !== 'went' || sight.piece === null) return false;
  return outs.some((out) => out !== null && ('piece' in out ? out.piece === sight.piece : hexOf(out.at) === hexOf(sight.at)));
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
const DEEDS = ['fought', 'moved', 'advanced', 'fired', 'acted', 'attacked', 'shot', 'rallied'];
/** Words for having done something that is not named. */
const DONE = ['complete', 'done', 'spent', 'used'];
const isDeed = (value: Json | undefined) => typeof value === 'string' && [...DEEDS, ...DONE].some((deed) => spaced(value).split(' ').includes(deed));

function differences({ kind, fields: old }: Somewhere, { fields: next }: Somewhere, rest: AtRest): Part[] {
  const one = (key: string): Part => {
    const [from, to] = [old[key], next[key]];
    const part = (words: string, gist = '', sort: Part['kind'] = 'state'): Part =>
      ({ words, gist: gist.toLowerCase(), kind: sort, rests: rest.get(`${kind} ${key}`)?.has(to ?? null) ?? false });
    if (key === 'at') return { ...part(`goes from ${short(from)} to ${short(to)}`, '', 'place'), gist: short(to), from: short(from) };
    // Whose hands it is in shows on the board.
    if (key === 'holder') return part(to === undefined ? 'is held by nobody' : from === undefined ? 'is taken up' : 'changes hands');
    if (key.endsWith('_by')) return part(`is ${spaced(key)} ${typeof to === 'string' ? `the ${capital(short(to))} side` : 'nobody'}`);
    // That a deed may be done again goes without saying.
    if (typeof to === 'boolean' && DEEDS.includes(key)) return part(to ? `has ${key}` : '', key, 'deed');
    if (typeof to === 'boolean') return part(`is ${to ? '' : 'no longer '}${spaced(key)}`, to ? spaced(key) : '');
    if (typeof to === 'string' && DEEDS.includes(to)) return part(`has ${to}`, to, 'deed');
    if (typeof to === 'string' && isDeed(to)) return part('has acted', to, 'deed');
    if (typeof to === 'string') return part(isDeed(from) ? '' : `is now ${short(to)}`, short(to));
    // A yes that is gone is a no, and a list that is gone is empty.
    if (from === true && to === undefined) return part(DEEDS.includes(key) ? '' : `is no longer ${spaced(key)}`);
    const [had, has] = [names(from), names(to)];
    if (had && has) {
      const [added, gone] = [has.filter((name) => !had.includes(name)), had.filter((name) => !has.includes(name) && !isDeed(name))];
      const did = added.length > 0 && added.every(isDeed);
      const now = did ? `has ${[...new Set(added.map((name) => (DONE.includes(name) ? 'acted' : spaced(name))))].join(', ')}` : become(added, 'is now', 'may');
      const words = [added.length > 0 ? now : '', gone.length > 0 ? become(gone, 'is no longer', 'may no longer') : ''];
      return part(words.filter((word) => word !== '').join(', '), short(added), did && gone.length === 0 ? 'deed' : 'state');
    }
    if (isRecord(to)) return part(leaves(isRecord(from) ? from : {}, to));
    return part(`${spaced(key)} ${short(to)}`);
  };
  return changed(old, next).map(one).filter((part) => part.words !== '');
}

/** What it is, and what it may do: `is now broken`, `may emerge`. */
function become(names: string[], is: string, may: string): string {
  const all = names.map(spaced);
  const [states, leaves] = [all.filter((name) => !name.startsWith('may ')), all.filter((name) => name.startsWith('may '))];
  return [...(states.length > 0 ? [`${is} ${states.join(', ')}`] : []), ...leaves.map((name) => name.replace('may', may))].join(', ');
}

/** A list of names, which may be missing while it is empty. */
function names(value: Json | undefined): string[] | null {
  if (value === undefined) return [];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : null;
}

/** How much of something made of parts is told. */
const MOST = 3;

/**
 * What changed inside something made of parts: amounts first, then names; of yes and no only what is so now. Where one
 * of its parts says what kind of thing it is, the others go with that, and are read off the counter.
 */
function leaves(old: Record_, next: Record_): string {
  const { kind } = next;
  if (typeof kind === 'string' && typeof old['kind'] === 'string') return kind === old['kind'] ? '' : `is now a ${spaced(kind)}`;
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

const SURE = { found: 'found in a source', memory: 'recalled, not checked against a source', default: 'our own ruling' };

/** How sure we are of a clause, or of what an option is by default. */
export function sureness(confidence: keyof typeof SURE): string {
  return SURE[confidence];
}

/** What an option is set to, as a scenario writes it: `true`, `3`, `"every-path"`. */
export function setting(value: string): string {
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  return value.replaceAll('"', '').replaceAll('-', ' ');
}

/** Who plays a side where no person does, with how well. */
export function computerOf({ players }: Pick<SeatInfo, 'players'>, side: string): string | null {
  const player = players[side];
  return player === undefined || player === 'human' ? null : `the computer (${player})`;
}
