/** What to press next in a guided game: the way from the present choice to the order of the lesson. */
import { actor, type Choosing } from './choose';
import type { GuideState, Handle, LessonState, Offer, Offers } from './wire';

export const NO_OFFERS: Offers = { asked: null, question: null, reaction: false, heard: 0, offers: [] };

export type Hint =
  | { press: 'piece'; piece: Handle }
  | { press: 'verb'; verb: string; offer: Offer }
  | { press: 'offer'; offer: Offer }
  | { press: 'confirm' }
  | { press: 'back' };

/** Whether two offers lead to the same order or draft. */
export function sameOffer(one: Offer, other: Offer): boolean {
  const content = ({ order, draft }: Offer) => JSON.stringify([order ?? null, draft ?? null]);
  return content(one) === content(other);
}

/** What there is to choose from. */
interface Listed {
  /** Offers of the open draft, or else all. */
  now: Offer[];
  /** Whether answers of the whole side are listed beside each plan. */
  together: boolean;
}

/** Returns an offer that leads to an order by another way, such as a group that begins with another of its pieces. */
function detour({ now }: Listed, order: Offer, begins: (offer: Offer) => boolean): Offer | undefined {
  const leads = (offer: Offer) => offer.draft !== undefined && offer.pieces.length > 0 && offer.places.every((place) => order.places.includes(place))
    && offer.pieces.every((piece) => order.pieces.includes(piece));
  return now.find((offer) => sameOffer(offer, order)) ?? now.find((offer) => offer.verb === order.verb && leads(offer) && begins(offer));
}

/** Returns the next offer on the way from the present choice to the order of a lesson; undefined if there is none. */
function ahead(path: Offer[], { drafts, piece }: Choosing, listed: Listed): Offer | undefined {
  const order = path.at(-1);
  const open = drafts.at(-1);
  if (order === undefined) return undefined;
  if (open) {
    const at = path.findIndex((offer) => sameOffer(offer, open));
    return at >= 0 ? path[at + 1] : detour(listed, order, (offer) => offer.pieces.length > open.pieces.length);
  }
  const [first] = path;
  if (first === undefined || piece === null || actor(first) === null || actor(first) === piece) return first;
  return detour(listed, order, (offer) => actor(offer) === piece) ?? first;
}

/** Returns what to press next; null where the lesson has no order, or its order is not among the offers. */
export function hint({ path }: Pick<LessonState, 'path'>, choosing: Choosing, listed: Listed = { now: [], together: false }): Hint | null {
  const { drafts, piece, verb, offer } = choosing;
  const [first] = path;
  if (first === undefined) return null;
  if (listed.together && first.order !== undefined && actor(first) === null && !offer) return { press: 'offer', offer: first };
  const wanted = ahead(path, choosing, listed);
  if (wanted === undefined) return drafts.length > 0 && !path.some((one) => sameOffer(one, drafts.at(-1) ?? one)) ? { press: 'back' } : null;
  if (offer) return sameOffer(offer, wanted) ? { press: 'confirm' } : { press: 'back' };
  const acts = actor(wanted);
  if (drafts.length === 0 && acts !== null && piece !== acts) return { press: 'piece', piece: acts };
  if (verb === null) return { press: 'verb', verb: wanted.verb, offer: wanted };
  return verb === wanted.verb ? { press: 'offer', offer: wanted } : { press: 'back' };
}

/** The places and pieces to point at on the board. */
export interface Pointed {
  pieces: ReadonlySet<Handle>;
  places: ReadonlySet<string>;
}
export const NOTHING_POINTED: Pointed = { pieces: new Set(), places: new Set() };

/** Returns what to point at: what to press next if that is on the board, and else what the lesson is about. */
export function pointedAt(lesson: LessonState, next: Hint | null, drafts: Offer[]): Pointed {
  if (next?.press === 'piece') return { pieces: new Set([next.piece]), places: new Set() };
  const settled = new Set(drafts.flatMap((draft) => draft.pieces));
  if (next?.press === 'offer' || (next?.press === 'verb' && drafts.length > 0)) {
    const others = next.offer.pieces.slice(1).filter((piece) => !settled.has(piece));
    if (next.offer.places.length + others.length > 0) return { pieces: new Set(others), places: new Set(next.offer.places) };
  }
  return { pieces: new Set(lesson.pieces), places: new Set(lesson.places) };
}

/** Returns the offers without the undo, which a guided game does not have. */
export const unguided = (offers: Offers, guide: GuideState | null): Offers => {
  if (guide === null || guide.end !== null) return offers;
  // While the script plays, also for the learner's side, the learner has nothing to choose.
  return guide.lesson === null ? { ...NO_OFFERS, heard: offers.heard } : { ...offers, offers: offers.offers.filter((offer) => !offer.undo) };
};
