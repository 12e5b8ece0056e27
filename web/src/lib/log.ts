/** The log of a seat by entries: a pure function of the seat's own events. */
import { type Facts, look } from './facts';
import { atRest, type AtRest, type Message, message, NO_WORDS, type Sight, sightings, standingAt, type Stands, type Words } from './sights';
import type { Event, Out, Json, Rolled } from './wire';

export type LogItem =
  | { kind: 'told'; n: number; clause: string; text: string; out: Out | null; names: Message }
  | { kind: 'rolled'; n: number; roll: Rolled }
  | { kind: 'ordered'; n: number; order: Json; text: string | null; names: Message }
  | ({ kind: 'standing'; n: number } & Standing)
  | { kind: 'undone'; n: number }
  | { kind: 'resigned'; n: number; by: string }
  | { kind: 'saw'; n: number; clause: string | null; sight: Sight };

/** A standing order: the answer to a kind of question; without an answer it is cleared. */
export interface Standing {
  question: string;
  answer: Json;
  text: string | null;
}

/** All items of one order. The referee seals the ledger after each. */
export interface Entry {
  /** Number of its first event; serves as a stable id. */
  from: number;
  items: LogItem[];
  sealed: boolean;
}

export interface SeatLog {
  /** Words for events and facts. */
  words: Words;
  /** Number of events so far; also the number of the next event. */
  heard: number;
  entries: Entry[];
  rolls: Rolled[];
  /** Standing orders that are set, by question. */
  standing: Standing[];
  /** Facts that hold in the seat's view, and the number of facts so far. */
  facts: Facts;
  counted: number;
  /** Where pieces stood when they were last in view. */
  stands: Stands;
  /** Initial states of the pieces. */
  rest: AtRest;
  /** Kind of the pending question. */
  question: string | null;
  /** Number of times each kind of question was asked. A repetition counts only after an answer or another question. */
  asked: ReadonlyMap<string, number>;
}

export const EMPTY: SeatLog = { words: NO_WORDS, heard: 0, entries: [], rolls: [], standing: [], facts: new Map(), counted: 0, stands: new Map(), rest: new Map(), question: null, asked: new Map() };

/** Returns an empty log with these words. */
export const begun = (words: Words): SeatLog => ({ ...EMPTY, words });

/** The result of a message: `again` for a repeated one, `gap` if earlier events are missing. */
export type Heard = 'new' | 'again' | 'gap';

/** Adds consecutive events, the first of them number `from`. */
export function hear(before: SeatLog, from: number, events: Event[]): { after: SeatLog; heard: Heard } {
  if (from > before.heard) return { after: before, heard: 'gap' };
  const fresh = events.slice(before.heard - from);
  const after = fresh.reduce((all, event) => ({ ...take(all, all.heard, event), heard: all.heard + 1 }), before);
  return { after, heard: after === before ? 'again' : 'new' };
}

function take(before: SeatLog, n: number, event: Event): SeatLog {
  if (event === 'undone') return add(before, n, [{ kind: 'undone', n }]);
  if ('resigned' in event) return add(before, n, [{ kind: 'resigned', n, by: event.resigned.by }]);
  if ('told' in event) return add(before, n, [{ kind: 'told', n, ...pick(event.told), names: message(before.words, event.told.report, false, before.stands) }]);
  if ('ordered' in event) return add(before, n, [{ kind: 'ordered', n, order: event.ordered.order, text: event.ordered.text ?? null, names: message(before.words, event.ordered.order, true, before.stands) }]);
  if ('standing' in event) {
    const { question, answer = null, text = null } = event.standing;
    const others = before.standing.filter((one) => one.question !== question);
    const standing = answer === null ? others : [...others, { question, answer, text }];
    return add({ ...before, standing }, n, [{ kind: 'standing', n, question, answer, text }]);
  }
  if ('rolled' in event) {
    const roll = event.rolled;
    return add({ ...before, rolls: [...before.rolls, roll] }, n, [{ kind: 'rolled', n, roll }]);
  }
  if ('saw' in event) {
    const { clause = null } = event.saw;
    const { after, gone, now } = look(before.facts, before.counted, event.saw);
    const seen = { ...before, facts: after, counted: before.counted + (event.saw.new ?? []).length, stands: standingAt(before.stands, before.words, now) };
    // The first look is the set-up, not a change.
    if (n === 0) return { ...seen, rest: atRest(before.words, now) };
    return add(seen, n, sightings(before.words, gone, now, before.rest).map((sight) => ({ kind: 'saw', n, clause, sight })));
  }
  if ('asked' in event) {
    const { question = null } = event.asked;
    if (question === null || question === before.question) return { ...before, question };
    return { ...before, question, asked: new Map(before.asked).set(question, (before.asked.get(question) ?? 0) + 1) };
  }
  if ('sealed' in event) return seal(before);
  // A later referee may have other events; they are left out.
  return before;
}

const pick = ({ clause, text, out = null }: { clause: string; text: string; out?: Out | null }) => ({ clause, text, out });

function add(before: SeatLog, n: number, items: LogItem[]): SeatLog {
  if (items.length === 0) return before;
  const last = before.entries.at(-1);
  const entries = last && !last.sealed
    ? [...before.entries.slice(0, -1), { ...last, items: [...last.items, ...items] }]
    : [...before.entries, { from: n, items, sealed: false }];
  return { ...before, entries };
}

function seal(before: SeatLog): SeatLog {
  const last = before.entries.at(-1);
  if (!last || last.sealed) return before;
  return { ...before, entries: [...before.entries.slice(0, -1), { ...last, sealed: true }] };
}
