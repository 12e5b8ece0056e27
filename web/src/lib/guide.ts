/** What to press next in a guided game: the way from the present choice to the order of the lesson. */
import { actor, type Choosing } from './choose';
import type { GuideState, Handle, LessonState, Offer, Offers } from './wire';

export const NO_OFFERS: Offers = { asked: null, question: null, heard: 0, offers: [] };

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

/** Returns what to press next; null where the lesson has no order, or its order is not among the offers. */
export function hint({ path }: Pick<LessonState, 'path'>, { drafts, piece, verb, offer }: Choosing): Hint | null {
  const left = drafts.some((draft, i) => path[i] === undefined || !sameOffer(draft, path[i]));
  if (left) return { press: 'back' };
  const wanted = path[drafts.length];
  if (wanted === undefined) return null;
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
