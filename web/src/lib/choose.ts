/**
 * Step-by-step choice of an offer: piece, verb, target, confirmation.
 *
 * This code is independent of verbs. It groups offers by the piece that acts, the verb, and the targets.
 */
import type { Handle, Json, Offer } from './wire';

export interface Choosing {
  /** Chosen drafts, the open one last. Each is the offer that led to it. */
  drafts: Offer[];
  piece: Handle | null;
  verb: string | null;
  /** Offer that waits for confirmation. */
  offer: Offer | null;
}

export const NOTHING: Choosing = { drafts: [], piece: null, verb: null, offer: null };

/** Returns the piece that acts; null if the offer is about no piece. */
export function actor(offer: Offer): Handle | null {
  return offer.pieces[0] ?? null;
}

/** Returns all places and pieces of an offer except the piece that acts and those of the chosen drafts. */
export function targetsOf(offer: Offer, drafts: Offer[] = []): { places: string[]; pieces: Handle[] } {
  const settled = drafts.flatMap((draft) => draft.pieces);
  return { places: offer.places, pieces: settled.length > 0 ? offer.pieces.filter((piece) => !settled.includes(piece)) : offer.pieces.slice(1) };
}

/** Returns the places of an order from where its piece stands to its target, for a line on the board. `at` finds a piece. */
export function wayOf(offer: Offer, at: (piece: Handle) => string | undefined): string[] {
  const acts = actor(offer);
  const from = acts === null ? undefined : at(acts);
  if (from === undefined) return [];
  const targets = offer.places.length > 0 ? offer.places : offer.pieces.slice(1).flatMap((piece) => at(piece) ?? []).slice(-1);
  return targets.length > 0 && targets.at(-1) !== from ? [from, ...targets] : [];
}

/** Returns the offers without the undo of the last order. */
export function open(offers: Offer[]): Offer[] {
  return offers.filter((offer) => !offer.undo);
}

/** Returns the pieces that can act, in the order of the offers. */
export function actors(offers: Offer[]): Handle[] {
  return [...new Set(open(offers).map(actor).filter((piece) => piece !== null))];
}

/** Returns the piece that can act, if it is the only one and there are no other offers. */
export function onlyActor(offers: Offer[]): Handle | null {
  const all = new Set(open(offers).map(actor));
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

/**
 * Returns the offers that fit the present choice, those about the chosen piece first. All offers of a draft continue
 * it, whichever piece they name first.
 */
export function fitting(offers: Offer[], { piece, verb, drafts }: Choosing): Offer[] {
  const free = piece === null || drafts.length > 0;
  const fit = open(offers).filter(
    (offer) => (free || actor(offer) === piece || actor(offer) === null) && (verb === null || offer.verb === verb),
  );
  return free ? fit : fit.toSorted((a, b) => Number(actor(a) === null) - Number(actor(b) === null));
}

export interface VerbGroup {
  verb: string;
  offers: Offer[];
  /** Whether these offers only make the verb possible: it is the order after them. */
  opens?: boolean;
}

/** Returns the offers that the chosen piece acts in, and those of its side as a whole. */
export function byActor(offers: Offer[]): { own: Offer[]; side: Offer[] } {
  return { own: offers.filter((offer) => actor(offer) !== null), side: offers.filter((offer) => actor(offer) === null) };
}

/** Groups offers by verb, in their order. A verb that an offer only makes possible comes after the verb of that offer. */
export function byVerb(offers: Offer[]): VerbGroup[] {
  const groups = new Map<string, VerbGroup>();
  const add = (verb: string, offer: Offer, more: Partial<VerbGroup> = {}) => {
    groups.set(verb, { verb, offers: [...(groups.get(verb)?.offers ?? []), offer], ...more });
  };
  for (const offer of offers) {
    add(offer.verb, offer);
    if (offer.opens && !offers.some(({ verb }) => verb === offer.opens)) add(offer.opens, offer, { opens: true });
  }
  return [...groups.values()];
}

/** Returns the offers with a place or a piece as target. */
export function pointingAt(offers: Offer[], at: { place?: string; piece?: Handle }, drafts: Offer[] = []): Offer[] {
  return offers.filter((offer) => {
    const { places, pieces } = targetsOf(offer, drafts);
    return (at.place !== undefined && places.includes(at.place)) || (at.piece !== undefined && pieces.includes(at.piece));
  });
}

export function choosePiece(choosing: Choosing, piece: Handle): Choosing {
  return { ...choosing, piece, verb: null, offer: null };
}

/** Chooses a verb, and its offer if it is the only one, unless a target must still confirm it. */
export function chooseVerb(choosing: Choosing, group: VerbGroup): Choosing {
  const only = group.offers.length === 1 ? group.offers[0] : undefined;
  if (only) return chooseOffer({ ...choosing, verb: group.verb }, only);
  return { ...choosing, verb: group.verb, offer: null };
}

/** Chooses an offer: a draft leads to further offers, an order waits for confirmation. */
export function chooseOffer(choosing: Choosing, offer: Offer): Choosing {
  if (offer.draft === undefined) return { ...choosing, offer };
  return { drafts: [...choosing.drafts, offer], piece: choosing.piece ?? actor(offer), verb: null, offer: null };
}

/** Goes back one step; an empty choice stays empty. */
export function stepBack(choosing: Choosing): Choosing {
  // A verb that was chosen together with its only offer is removed with it.
  if (choosing.offer) return { ...choosing, offer: null };
  if (choosing.verb !== null) return { ...choosing, verb: null };
  if (choosing.drafts.length > 0) return { ...choosing, drafts: choosing.drafts.slice(0, -1) };
  return { ...choosing, piece: null };
}

/** Returns the offers that only add a piece to the open draft, such as another unit of a group. */
export function growing(offers: Offer[], open: Offer | undefined): Offer[] {
  if (open === undefined || open.pieces.length === 0) return [];
  return offers.filter((offer) => offer.draft !== undefined && offer.verb === open.verb && offer.places.length === open.places.length
    && offer.pieces.length > open.pieces.length && open.pieces.every((piece) => offer.pieces.includes(piece)));
}

/** Returns the draft whose offers are shown. */
export function draftOf(choosing: Choosing): Json | undefined {
  return choosing.drafts.at(-1)?.draft;
}

/** Whether an order refers to no piece or place, so that it can be a standing order. */
export function standable(offer: Offer): boolean {
  const named = new Set<Json>([...offer.pieces, ...offer.places]);
  const free = (value: Json): boolean => {
    if (typeof value !== 'object' || value === null) return !named.has(value);
    return Object.values(value).every(free);
  };
  return offer.order !== undefined && free(offer.order);
}
