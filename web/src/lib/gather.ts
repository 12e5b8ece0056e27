/** What an entry of the log says: each thing once, an order before its results. */
import type { Entry, LogItem } from './log';
import { orderInWords } from './plain';
import { type Part, saying, type Sight, toldOut, toldThing, untold, type Words } from './sights';
import type { Handle } from './wire';

/** Returns the name of a piece, or `otherwise` with its number. */
export type NameOf = (piece: Handle, otherwise: string) => string;
type Saw = LogItem & { kind: 'saw' };

export const orderWords = (item: LogItem & { kind: 'ordered' }, nameOf: NameOf): string => item.text ?? orderInWords(item.order, (piece) => nameOf(piece, 'unit'));

/** Returns the index of the last item about this piece, if only other pieces have changed since; otherwise -1. */
function goesOn(out: LogItem[], { sight }: Saw): number {
  const changes = (one: LogItem | undefined) => one?.kind === 'saw' && one.sight.piece !== null && one.sight.what === 'changed';
  if (sight.piece === null || sight.what !== 'changed') return -1;
  for (let at = out.length - 1; at >= 0; at -= 1) {
    const one = out[at];
    if (!changes(one)) return -1;
    if (one?.kind === 'saw' && one.sight.piece === sight.piece) return at;
  }
  return -1;
}

/** Moves the changes of a number of one piece into the last of them in the entry, so that their sum is told once. */
function summedUp(items: LogItem[]): LogItem[] {
  const parts = (item: LogItem | undefined) => (item && item.kind === 'saw' && item.sight.piece !== null && item.sight.what === 'changed' ? item.sight.parts : []);
  const same = (piece: Handle | null, field: string) => (item: LogItem) => item.kind === 'saw' && item.sight.piece === piece && parts(item).some((part) => part.count?.of.field === field);
  return items.map((item, i) => {
    if (item.kind !== 'saw' || !parts(item).some((part) => part.count)) return item;
    const { piece } = item.sight;
    const kept = parts(item).flatMap((part): Part[] => {
      if (!part.count) return [part];
      const alike = same(piece, part.count.of.field);
      if (items.slice(i + 1).some(alike)) return [];
      const [earlier] = items.filter(alike).flatMap((one) => parts(one)).filter((one) => one.count?.of.field === part.count?.of.field);
      return [{ ...part, count: { ...part.count, from: earlier?.count?.from ?? part.count.from } }];
    });
    return { ...item, sight: saying(item.sight, kept) };
  }).filter((item) => item.kind !== 'saw' || item.sight.what !== 'changed' || item.sight.words !== '');
}

/** Combines consecutive sightings of a piece, and drops those already in an order or a report. */
export function gathered(items: LogItem[], words: Words, nameOf: NameOf): LogItem[] {
  const out: LogItem[] = [];
  for (const item of summedUp(items)) {
    const at = item.kind === 'saw' ? goesOn(out, item) : -1;
    const last = out[at];
    if (item.kind === 'saw' && last?.kind === 'saw') {
      out[at] = { ...last, sight: saying({ ...last.sight, at: item.sight.at, place: item.sight.place, hex: item.sight.hex }, [...last.sight.parts, ...item.sight.parts]) };
    } else out.push(item);
  }
  const reports = items.flatMap((item) => (item.kind === 'told' ? [item.text] : []));
  const outs = items.flatMap((item) => (item.kind === 'told' ? [item.out] : []));
  const messages = items.flatMap((item) => (item.kind === 'told' || item.kind === 'ordered' ? [item.names] : []));
  return out.flatMap((item): LogItem[] => {
    // An order is dropped if a report has the same text.
    if (item.kind === 'ordered' && reports.includes(orderWords(item, nameOf))) return [];
    if (item.kind !== 'saw') return [item];
    if (toldOut(words, item.sight, outs) || toldThing(item.sight, messages)) return [];
    const sight = item.sight.what === 'changed' ? untold(words, item.sight, messages) : item.sight;
    return sight.what === 'changed' && sight.words === '' && item.sight.parts.length > 0 ? [] : [{ ...item, sight }];
  });
}

/** An order, or what came of itself, and its results. */
export interface Told {
  head: LogItem;
  results: LogItem[];
}

/** Returns the lines of an entry; null if it has none. Dice come below the line that they were rolled for. */
export function told({ items }: Entry, words: Words, nameOf: NameOf): Told | null {
  const all = gathered(items, words, nameOf);
  const at = Math.max(0, all.findIndex((item) => item.kind !== 'rolled'));
  const head = all[at];
  return head ? { head, results: [...all.slice(0, at), ...all.slice(at + 1)] } : null;
}

const SIGHT = { came: 'comes into sight', went: 'goes out of sight', changed: '' };
/** Texts for the seat's own pieces, which are always in its sight. */
const OWN = { came: 'is now', went: 'is no longer on the board', changed: '' };
/** Texts for things that are not pieces. */
const THING = { came: 'is placed', went: 'is removed', changed: '' };

/** Returns the place, unless the text contains it already. */
const where = ({ what, place, parts }: Sight) => (what === 'came' || parts.some((part) => part.kind === 'place') ? '' : `(${place})`);

/** Returns who changed, and the change, such as `Scouts` and `(C4) is pinned.` */
export function sightWords(sight: Sight, nameOf: NameOf): { who: string; does: string } {
  const { piece, what, words, own } = sight;
  const does = [piece === null || (own && what === 'went') ? '' : where(sight), (piece === null ? THING : own ? OWN : SIGHT)[what], words].filter((word) => word !== '').join(' ');
  return { who: piece === null ? sight.name : nameOf(piece, sight.name), does: `${does}.` };
}
