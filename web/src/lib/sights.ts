/** Changes of a seat's view as text, by the word table of the system. No word is built in here. */
import { capital, short } from './plain';
import type { Board, FactWords, FieldWords, Handle, Json, Mentions, Out, Subject } from './wire';

type Record_ = { [key: string]: Json };

/** The words for facts, reports and orders of a game. */
export interface Words {
  facts: ReadonlyMap<string, FactWords>;
  reports: Mentions;
  orders: Mentions;
  /** Returns the hex of a place. A piece below ground belongs to the hex above it. */
  hexOf: (place: string) => string;
  /** Returns the name of a place in words. */
  placeOf: (place: string) => string;
  /** Name of the seat's own side; null for spectators and views of everything. */
  own: string | null;
}

const NOTHING: Mentions = { pieces: [], places: [] };
export const NO_WORDS: Words = { facts: new Map(), reports: NOTHING, orders: NOTHING, hexOf: String, placeOf: String, own: null };

export function wordsOf({ telling, locations, hexes }: Pick<Board, 'telling' | 'locations' | 'hexes'>, own: string | null = null): Words {
  const above = new Map(locations.map(({ label, hex }) => [label, (hex === null ? undefined : hexes[hex]?.label) ?? label]));
  const named = new Map(locations.map(({ label, words }) => [label, words]));
  return {
    facts: new Map(telling.facts.map((one) => [one.fact, one])), reports: telling.reports, orders: telling.orders,
    hexOf: (place) => above.get(place) ?? place, placeOf: (place) => named.get(place) ?? place, own,
  };
}

/** A change of one piece, or of something else in a place. */
export interface Sight {
  /** Handle of the piece; null for something else. */
  piece: Handle | null;
  /** Side of the piece, if the view gives it. */
  side: string | null;
  subject: Subject;
  /** Whether it is the seat's own piece, which never comes into sight or out of it. */
  own: boolean;
  /** Name to use if no better one is known. */
  name: string;
  /** Place of the piece now or before, that place in words, and its hex. */
  at: string;
  place: string;
  hex: string;
  /** Kind of change: it comes into view, leaves the view, or changes. */
  what: 'came' | 'went' | 'changed';
  /** Description of the change, such as `goes from F5 to F4`; of a new piece, its place. */
  words: string;
  /** Single changes of the piece. */
  parts: Part[];
  /** Words of reports that already say that it came or went. */
  toldAs: string[];
}

/** One change of a property. */
export interface Part {
  words: string;
  /** Words of reports that already say this. */
  toldAs: string[];
  /** Change of a counting field. Of several in an entry, one line tells the sum; `by` is the difference. */
  count?: Count;
  by?: number;
  /** Path of a place: the place before and the place now, and of both the words and the hexes. */
  to?: string;
  from?: string;
  named?: [string, string];
  hexes?: [string, string];
  /** Kind of property: a place, an action such as having fired, or a state shown on the counter. */
  kind: 'place' | 'deed' | 'state';
  /** Whether the property is as it was at set-up. */
  rests: boolean;
}

/** Change of a number: the field with its nouns, and the numbers before and after. */
export interface Count {
  of: FieldWords;
  from: number;
  to: number;
}

/** Formats a change of a number: a piece loses men, and of other things the new number is told. */
function counted({ of, from, to }: Count, piece: boolean): string {
  const things = (many: number) => `${many > 0 ? many : 'no'} ${many === 1 ? of.words : of.many}`;
  return piece && to < from ? `loses ${things(from - to)} (${to > 0 ? to : 'none'} left)` : `now has ${things(to)}`;
}

/** Combines the changes of one number into the last of them. */
function summed(changes: Part[], piece: boolean): Part[] {
  return changes.flatMap((part, i): Part[] => {
    const { count } = part;
    if (!count) return [part];
    const same = (other: Part) => other.count?.of.field === count.of.field;
    if (changes.slice(i + 1).some(same)) return [];
    const all = { ...count, from: changes.find(same)?.count?.from ?? count.from };
    return all.from === all.to ? [] : [{ ...part, count: all, by: all.to - all.from, words: counted(all, piece) }];
  });
}

/** Returns the sight with only these changes. */
export function saying(sight: Sight, changes: Part[]): Sight {
  const parts = summed(changes, sight.piece !== null);
  const places = parts.filter((part) => part.kind === 'place');
  const way = places.length > 1 && places.every((part, i) => i === 0 || part.from === places[i - 1]?.to);
  const said = way ? parts.filter((part) => part.kind !== 'place' || part === places[0]) : parts;
  return { ...sight, parts, words: said.map((part) => (way && part === places[0] ? wayInWords(places) : part.words)).join(', ') };
}

/** Formats consecutive places as one path. Those on the way are named by their hexes, each once. */
function wayInWords(places: Part[]): string {
  const [first, last] = [places[0], places.at(-1)];
  const hexes = [first?.hexes?.[0] ?? first?.from, ...places.map(({ to, hexes }) => hexes?.[1] ?? to)];
  const between = hexes.slice(1, -1).filter((hex, i) => hex !== hexes[i] && hex !== hexes.at(-1));
  const via = between.length > 0 ? ` via ${between.map((hex) => short(hex)).join(', ')}` : '';
  return `goes from ${first?.named?.[0] ?? short(first?.from)}${via} to ${last?.named?.[1] ?? short(last?.to)}`;
}

const isRecord = (value: Json | undefined): value is Record_ => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a field; `of.a` is the field `a` in `of`. */
function field(fields: Record_, way: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const name of way.split('.')) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** A fact about something in a place: its words, its key among facts of its kind, and its fields. */
interface Somewhere {
  kind: FactWords;
  piece: Handle | null;
  at: string;
  identity: string;
  fields: Record_;
}

function somewhere({ facts }: Words, fact: Json): Somewhere | null {
  if (!isRecord(fact)) return null;
  const [name = '', fields] = Object.entries(fact)[0] ?? [];
  const kind = facts.get(name);
  if (!kind || kind.about === 'account' || !isRecord(fields)) return null;
  const at = first({ kind, fields }, 'place');
  // The log only shows facts about something in a place.
  if (typeof at !== 'string') return null;
  const handle = first({ kind, fields }, 'piece');
  const piece = typeof handle === 'number' || typeof handle === 'string' ? handle : null;
  return { kind, piece, at, identity: `${name} ${piece ?? at}`, fields };
}

/** Returns the value of the first field with a role. */
function first({ kind, fields }: Pick<Somewhere, 'kind' | 'fields'>, role: FieldWords['role']): Json | undefined {
  const one = kind.fields.find((each) => each.role === role);
  return one && field(fields, one.field);
}

function sideOf(one: Somewhere): string | null {
  const side = first(one, 'side');
  return typeof side === 'string' ? side : null;
}

/** Where a piece stood when it was last in view, its side, and its name if no better one is known. */
export interface Stand {
  at: string;
  side: string | null;
  name: string;
}
export type Stands = ReadonlyMap<Handle, Stand>;

/** Returns where pieces stand after a look. */
export function standingAt(before: Stands, words: Words, now: Json[]): Stands {
  const pieces = all(words, now).flatMap((one) => (one.piece === null ? [] : [[one.piece, { at: one.at, side: sideOf(one), name: called(one, words) }] as const]));
  return pieces.length === 0 ? before : new Map([...before, ...pieces]);
}

/** Values at set-up, for each field of each kind of fact. */
export type AtRest = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the words that a value stands for; `true` is also one. */
function holding(value: Json | undefined): string[] {
  if (value === true) return ['true'];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.flatMap(holding) : [];
}
const key = ({ kind }: Somewhere, one: FieldWords) => `${kind.fact} ${one.field}`;
const held = ({ fields }: Somewhere, one: FieldWords) => holding(field(fields, one.field)).join(' ');

/** Returns the values of all pieces at set-up. */
export function atRest(words: Words, facts: Json[]): AtRest {
  const rest = new Map<string, Set<string>>();
  for (const fact of all(words, facts)) {
    for (const one of fact.kind.fields.filter(({ role }) => role === 'state')) {
      rest.set(key(fact, one), (rest.get(key(fact, one)) ?? new Set<string>()).add(held(fact, one)));
    }
  }
  return rest;
}

const all = (words: Words, facts: Json[]) => facts.map((fact) => somewhere(words, fact)).filter((one) => one !== null);

/** Number of simultaneous resets that count as routine and are not shown. */
const MANY = 3;

/** Returns the changes in one step, of pieces and of other things on the board. */
export function sightings(words: Words, gone: Json[], now: Json[], rest: AtRest = new Map()): Sight[] {
  const [before, after] = [all(words, gone), all(words, now)];
  const nextOf = (old: Somewhere) => after.find((one) => one.identity === old.identity);
  const setBack = before.filter((old) => {
    const next = nextOf(old);
    return old.piece !== null && next !== undefined && changed(old, next).every((one) => one.role === 'state' && rests(rest, next, one));
  });
  const sight = (one: Somewhere, what: Sight['what']): Sight => ({
    piece: one.piece, side: sideOf(one), subject: one.kind.about, own: words.own !== null && sideOf(one) === words.own, name: called(one, words), at: one.at, place: words.placeOf(one.at), hex: words.hexOf(one.at), what,
    words: what === 'came' && one.piece !== null ? `in ${words.placeOf(one.at)}` : '', parts: [], toldAs: [one.kind.fact, ...one.kind.told_as],
  });
  const sights = before.flatMap((old) => {
    if (setBack.length >= MANY && setBack.includes(old)) return [];
    const next = nextOf(old);
    return next ? [saying(sight(next, 'changed'), differences(words, old, next, rest))] : [sight(old, 'went')];
  });
  const came = after.filter((next) => !before.some((one) => one.identity === next.identity)).map((next) => sight(next, 'came'));
  return [...sights, ...came].filter((one) => one.what !== 'changed' || one.words !== '');
}

const rests = (rest: AtRest, next: Somewhere, one: FieldWords) => rest.get(key(next, one))?.has(held(next, one)) ?? false;

/**
 * Returns a name from the fact alone: its name field, or its side, kind and composition; for other things also the
 * place.
 */
function called(one: Somewhere, { placeOf }: Words): string {
  const name = first(one, 'name');
  if (typeof name === 'string') return name;
  const amounts = one.piece === null ? [] : one.kind.fields.flatMap(({ role, field: way, words, many }) => {
    const count = field(one.fields, way);
    return role === 'amount' && typeof count === 'number' && count > 0 ? [`${count} ${count === 1 ? words : many}`] : [];
  });
  const owner = [first(one, 'side'), first(one, 'which')].flatMap((value) => (typeof value === 'string' ? [short(value)] : []));
  const more = one.piece === null ? [`in ${placeOf(one.at)}`] : amounts.length > 0 ? [`of ${amounts.join(', ')}`] : [];
  return capital([...owner, one.kind.words, ...more].join(' '));
}

/** Roles of fields whose changes are not shown. */
const UNTOLD: FieldWords['role'][] = ['piece', 'side', 'name', 'which', 'account'];

function changed(old: Somewhere, next: Somewhere): FieldWords[] {
  const as = ({ fields }: Somewhere, one: FieldWords) => (one.role === 'state' ? held({ ...old, fields }, one) : JSON.stringify(field(fields, one.field) ?? null));
  return old.kind.fields.filter((one) => !UNTOLD.includes(one.role) && as(old, one) !== as(next, one));
}

const amount = (value: Json | undefined) => (typeof value === 'number' ? value : 0);

function differences({ placeOf, hexOf }: Words, old: Somewhere, next: Somewhere, rest: AtRest): Part[] {
  return changed(old, next).flatMap((one): Part[] => {
    const [from, to] = [field(old.fields, one.field), field(next.fields, one.field)];
    const said = (words: string, more: Partial<Part> = {}): Part[] => [{ words, toldAs: [], kind: 'state', rests: false, ...more }];
    switch (one.role) {
      case 'place': {
        const [named, hexes] = [placeOf, hexOf].map((of) => [of(String(from)), of(String(to))]) as [[string, string], [string, string]];
        return said(`goes from ${named[0]} to ${named[1]}`, { kind: 'place', from: String(from), to: String(to), named, hexes, toldAs: [...old.kind.told_as] });
      }
      case 'print': return said(`is now ${short(to)}`, { toldAs: [String(to)] });
      case 'owner': return said(to == null ? 'is held by neither side' : `is held by the ${capital(short(to))} side`);
      case 'holder': return said(to == null ? 'is no longer held' : from == null ? 'is picked up' : 'changes hands');
      case 'amount': {
        const count = { of: one, from: amount(from), to: amount(to) };
        return said(counted(count, old.piece !== null), { count, by: count.to - count.from });
      }
      case 'state': return states(one, holding(from), holding(to), rests(rest, next, one));
      default: return [];
    }
  });
}

/** Returns the texts for words that hold now and for words that no longer hold. */
function states({ says }: FieldWords, before: string[], now: string[], atRest_: boolean): Part[] {
  return says.flatMap(({ value, begins, ends, deed, told_as }): Part[] => {
    const [was, is] = [before.includes(value), now.includes(value)];
    const words = was === is ? '' : is ? begins : ends;
    return words === '' ? [] : [{ words, kind: is && deed ? 'deed' : 'state', rests: atRest_, toldAs: is ? [value, ...told_as] : [] }];
  });
}

/** The pieces and places in a report or an order of an entry. */
export interface Message {
  order: boolean;
  pieces: ReadonlySet<Handle>;
  /** The places, and their hexes. */
  places: ReadonlySet<string>;
  hexes: ReadonlySet<string>;
  /** Where the pieces stood at that time, as far as they were in view. */
  stood: Stands;
  /** All words in its JSON. */
  words: ReadonlySet<string>;
}

export function message({ hexOf, reports, orders }: Words, said: Json, order: boolean, stands: Stands = new Map()): Message {
  const { pieces, places } = order ? orders : reports;
  const found = { order, pieces: new Set<Handle>(), places: new Set<string>(), hexes: new Set<string>(), stood: new Map<Handle, Stand>(), words: new Set<string>() };
  const walk = (value: Json, way: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, way));
    if (typeof value === 'number' || typeof value === 'string') {
      if (pieces.includes(way)) {
        found.pieces.add(value);
        const stand = stands.get(value);
        if (stand) found.stood.set(value, stand);
      } else if (typeof value === 'string' && places.includes(way)) {
        found.places.add(value);
        found.hexes.add(hexOf(value));
      } else if (typeof value === 'string') found.words.add(value);
    }
    if (!isRecord(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      // A field that is false or null is not a word.
      if (inner === false || inner === null) continue;
      found.words.add(name);
      walk(inner, way === '' ? name : `${way}.${name}`);
    }
  };
  walk(said, '');
  return found;
}

/** Returns the changes that reports and orders of the entry have not shown. */
export function untold({ hexOf }: Words, sight: Sight, messages: Message[]): Sight {
  const { piece } = sight;
  if (piece === null) return sight;
  // An order that names no piece is about the one that is acting.
  const names = (one: Message) => one.pieces.has(piece) || (one.order && one.pieces.size === 0);
  const about = messages.filter((one) => names(one) || one.hexes.has(sight.hex));
  const tells = (part: Part) => {
    if (part.kind === 'deed') return about.length > 0 || sight.parts.some((other) => other.kind !== 'deed');
    // It is not enough that a report names the place: it may be about another piece there.
    if (part.kind === 'place') return about.some((one) => names(one) && part.toldAs.some((word) => one.words.has(word))) || messages.some((one) => one.hexes.has(hexOf(part.to ?? '')) && (names(one) || one.hexes.has(hexOf(part.from ?? ''))));
    return about.some((one) => part.rests || part.toldAs.some((word) => one.words.has(word)));
  };
  return saying(sight, sight.parts.filter((part) => !tells(part)));
}

/** Whether a report or an order of the entry is about this thing, by its kind and place. */
export function toldThing(sight: Sight, messages: Message[]): boolean {
  if (sight.piece !== null || sight.what === 'changed') return false;
  if (sight.subject === 'somebody') return messages.length > 0;
  return messages.some((one) => one.hexes.has(sight.hex) && sight.toldAs.some((word) => one.words.has(word)));
}

/** Whether a report of the entry already says that a piece is out of the game, alone or with all at its place. */
export function toldOut({ hexOf }: Words, sight: Sight, outs: (Out | null)[]): boolean {
  if (sight.what !== 'went' || sight.piece === null) return false;
  return outs.some((out) => out !== null && ('piece' in out ? out.piece === sight.piece : hexOf(out.at) === sight.hex));
}
