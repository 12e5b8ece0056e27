/**
 * Choosing an offer step by step: piece, verb, target, confirm.
 *
 * Nothing here knows what a verb means: offers are grouped by the piece that acts, the verb, and what they point at.
 */
import type { Handle, Json, Offer } from './wire';

export interface Choosing {
  /** The drafts gone into, the last one open; each with the offer that led there. */
  drafts: Offer[];
  piece: Handle | null;
  verb: string | null;
  /** The offer waiting to be confirmed. */
  offer: Offer | null;
}

export const NOTHING: Choosing = { drafts: [], piece: null, verb: null, offer: null };

/** The piece that acts; none when the offer is about no piece. */
export function actor(offer: Offer): Handle | null {
  return offer.pieces[0] ?? null;
}

/** Everything an offer points at beside the piece that acts; inside a draft, beside all that the draft is about already. */
export function targetsOf(offer: Offer, drafts: Offer[] = []): { places: string[]; pieces: Handle[] } {
  const settled = drafts.flatMap((draft) => draft.pieces);
  return { places: offer.places, pieces: settled.length > 0 ? offer.pieces.filter((piece) => !settled.includes(piece)) : offer.pieces.slice(1) };
}

/** The offers without the undo of the last order. */
export function open(offers: Offer[]): Offer[] {
  return offers.filter((offer) => !offer.undo);
}

/** The pieces that can act, in the order of the offers. */
export function actors(offers: Offer[]): Handle[] {
  return [...new Set(open(offers).map(actor).filter((piece) => piece !== null))];
}

/** The only piece that can act, if there is just one and nothing else is offered. */
export function onlyActor(offers: Offer[]): Handle | null {
  const all = new Set(open(offers).map(actor));
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

/**
 * The offers that fit what is chosen so far, those about the chosen piece first. Those of a draft all carry it on, whoever
 * they name first.
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
}

/** The offers by verb, in their order. */
export function byVerb(offers: Offer[]): VerbGroup[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) groups.set(offer.verb, [...(groups.get(offer.verb) ?? []), offer]);
  return [...groups].map(([verb, all]) => ({ verb, offers: all }));
}

/** The offers that point at a place or a piece. */
export function pointingAt(offers: Offer[], at: { place?: string; piece?: Handle }, drafts: Offer[] = []): Offer[] {
  return offers.filter((offer) => {
    const { places, pieces } = targetsOf(offer, drafts);
    return (at.place !== undefined && places.includes(at.place)) || (at.piece !== undefined && pieces.includes(at.piece));
  });
}

export function choosePiece(choosing: Choosing, piece: Handle): Choosing {
  return { ...choosing, piece, verb: null, offer: null };
}

/** A verb with a single offer is chosen with it, unless it must still be confirmed against a target. */
export function chooseVerb(choosing: Choosing, group: VerbGroup): Choosing {
  const only = group.offers.length === 1 ? group.offers[0] : undefined;
  if (only) return chooseOffer({ ...choosing, verb: group.verb }, only);
  return { ...choosing, verb: group.verb, offer: null };
}

/** A draft opens further offers; an order waits for its confirmation. */
export function chooseOffer(choosing: Choosing, offer: Offer): Choosing {
  if (offer.draft === undefined) return { ...choosing, offer };
  return { drafts: [...choosing.drafts, offer], piece: choosing.piece ?? actor(offer), verb: null, offer: null };
}

/** One step back; nothing chosen stays nothing chosen. */
export function stepBack(choosing: Choosing): Choosing {
  // A verb chosen together with its only offer goes with it.
  if (choosing.offer) return { ...choosing, offer: null };
  if (choosing.verb !== null) return { ...choosing, verb: null };
  if (choosing.drafts.length > 0) return { ...choosing, drafts: choosing.drafts.slice(0, -1) };
  return { ...choosing, piece: null };
}

/** The draft whose further offers are shown. */
export function draftOf(choosing: Choosing): Json | undefined {
  return choosing.drafts.at(-1)?.draft;
}

/** Whether an order names nothing of this moment, so that it can answer every question of its kind. */
export function standable(offer: Offer): boolean {
  const named = new Set<Json>([...offer.pieces, ...offer.places]);
  const free = (value: Json): boolean => {
    if (typeof value !== 'object' || value === null) return !named.has(value);
    return Object.values(value).every(free);
  };
  return offer.order !== undefined && free(offer.order);
}
