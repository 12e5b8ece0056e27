/** The state of the player's choice, step by step until an order is complete. */
import { type Problem, problemOf, type Seat } from './api';
import * as choose from './choose';
import { hasPlans } from './plans';
import type { Handle, Odds, Offer, Offers, Onlookers, Scene } from './wire';

/** The parts of a table that a choice needs. */
export interface Around {
  seat: Pick<Seat, 'further' | 'odds'>;
  offered: () => Offers;
  scene: () => Scene;
  /** Shows an error to the player. */
  fail: (error: unknown) => void;
  /** Removes an earlier error. */
  forget: () => void;
  undo: () => Promise<void>;
  /** Gives the chosen order. */
  confirm: () => Promise<void>;
  /** Whether an order is given at once if it can be undone. */
  quick: (offer: Offer) => boolean;
}

/** Maximum number of orders whose odds are compared. */
const MOST_COMPARED = 12;
/** Maximum number of pieces that join a group at once. */
const MOST_JOINED = 20;
/** Maximum number of first choices that are tried for a target. */
const MOST_SOUGHT = 8;
/** Maximum number of first choices of all pieces that are tried for a target, before a piece is chosen. */
const MOST_HUNTED = 24;

export class Choice {
  readonly #around: Around;
  choosing = $state.raw<choose.Choosing>(choose.NOTHING);
  further = $state.raw<Offer[] | null>(null);
  /** Number of events heard when the open draft's offers were made. */
  #furtherAt = 0;
  /** Offers that remain if one target fits several. */
  narrowed = $state.raw<Offer[] | null>(null);
  odds = $state.raw<Odds | Problem | 'asking' | null>(null);
  /** Odds of the listed orders, once they are compared; null while one is computed or has none. */
  compared = $state.raw<ReadonlyMap<Offer, Odds | null> | null>(null);
  /** The enemies that see the last chosen plan, which may have been made at once, and the piece that it is for. */
  watched = $state.raw<{ piece: Handle; found: Onlookers } | null>(null);
  /** Verb that the chosen offer makes possible, if the player asked for it. It is chosen as soon as it is offered. */
  #wanted: string | null = null;
  /** Whether the verb was kept from the last order. Other verbs then stay visible. */
  carried = $state(false);

  /** Offers to choose among now: those of the open draft, or else all. */
  now = $derived.by(() => (this.choosing.drafts.length > 0 ? (this.further ?? []) : this.#around.offered().offers));
  fitting = $derived(choose.fitting(this.now, this.choosing));
  /** Whether the offers of a draft are still loading. */
  opening = $derived(this.choosing.drafts.length > 0 && this.further === null);
  /** Whether the way to a target or to a whole group is being looked for. */
  seeking = $state(false);
  /** Whether nothing has been chosen yet. */
  idle = $derived(this.choosing.piece === null && this.choosing.drafts.length === 0);
  /** Offers without a piece that have places as targets. */
  pieceless = $derived(choose.open(this.now).filter((offer) => choose.actor(offer) === null && offer.places.length > 0));
  actors = $derived(new Set(choose.actors(this.now)));
  /** Pieces that can be chosen now. During simultaneous plans the player can switch between pieces at any time. */
  able = $derived.by(() => {
    if (this.choosing.drafts.length === 0) return this.actors;
    return new Set(this.#around.scene().together && this.choosing.offer === null ? choose.actors(this.#around.offered().offers) : []);
  });
  /** Other verbs of the piece than the one that was kept. */
  besides = $derived(
    this.carried && this.choosing.verb !== null && this.choosing.offer === null && this.choosing.drafts.length === 0
      ? choose.byVerb(choose.fitting(this.now, { ...this.choosing, verb: null })).filter((group) => group.verb !== this.choosing.verb)
      : [],
  );

  constructor(around: Around) {
    this.#around = around;
  }

  /** Returns the number of events heard when the present offers were made. */
  get heard(): number {
    return this.choosing.drafts.length > 0 ? this.#furtherAt : this.#around.offered().heard;
  }

  /** Updates the choice for new offers. Keeps the piece and the verb while they still have an offer. */
  carryOn(): void {
    const { piece, verb } = this.choosing;
    const { offers } = this.#around.offered();
    const scene = this.#around.scene();
    const goesOn = piece !== null && choose.actors(offers).includes(piece) && !(scene.together && !hasPlans(scene, piece));
    const kept = goesOn ? piece : choose.onlyActor(offers);
    const next = { ...choose.NOTHING, piece: kept };
    const again = kept !== null && verb !== null
      && choose.byVerb(choose.fitting(offers, next)).some((group) => group.verb === verb && group.offers.length > 1);
    this.further = null;
    this.choosing = again ? { ...next, verb } : next;
    this.carried = again;
    this.narrowed = null;
    this.compared = null;
    this.odds = null;
    const wanted = this.#wanted;
    this.#wanted = null;
    const group = kept === null ? undefined : choose.byVerb(this.fitting).find((one) => one.verb === wanted && !one.opens);
    if (group) void this.verb(group);
    else if (kept !== null && !again) this.#openPlan();
  }

  /** Resets the choice after it has been sent. */
  sent(chosen: choose.Choosing): void {
    // If a refresh has arrived before the response, the player may have chosen something else already.
    if (this.choosing !== chosen) return;
    this.choosing = { ...chosen, drafts: [], offer: null };
    this.further = null;
    this.odds = null;
  }

  /** During simultaneous plans, opens the plan of a piece with only one first choice. */
  #openPlan(): void {
    const own = this.#around.scene().together ? choose.byVerb(this.fitting.filter((offer) => choose.actor(offer) !== null)) : [];
    const only = own.length === 1 && own[0]?.offers.length === 1 ? own[0].offers[0] : undefined;
    if (only?.draft !== undefined) void this.choose(only, false);
  }

  /** Chooses a piece: one that can act, or a target of a chosen verb. */
  pick(handle: Handle): boolean {
    const at = choose.pointingAt(this.fitting, { piece: handle }, this.choosing.drafts);
    if (this.choosing.piece !== null && at.length > 0) return this.#point(at);
    if (!this.able.has(handle)) return this.idle && this.#target(choose.pointingAt(choose.open(this.now), { piece: handle }));
    this.#around.forget();
    this.#wanted = null;
    this.odds = null;
    this.narrowed = null;
    this.choosing = choose.choosePiece(choose.NOTHING, handle);
    this.#openPlan();
    return true;
  }

  /** Chooses among targets, such as all places of a hex. If several offers fit, they are left to choose from. */
  point(places: string[]): boolean {
    return this.#point((this.idle ? this.pieceless : this.fitting).filter((offer) => offer.places.some((place) => places.includes(place))));
  }

  /** Chooses a target first: what can be done to this place is left to choose from. */
  targetFirst(places: string[]): boolean {
    return this.idle && this.#target(choose.open(this.now).filter((offer) => offer.places.some((place) => places.includes(place))));
  }

  /**
   * Looks for a target in what the next choices of the chosen piece lead to, such as a shot, and goes there. With no piece
   * chosen, lists what the first choices of all pieces can do to a piece. Does nothing if none of them leads to it.
   */
  async seek(piece: Handle | null, places: string[]): Promise<void> {
    this.seeking = true;
    await this.#seek(piece, places).finally(() => (this.seeking = false));
  }
  async #seek(piece: Handle | null, places: string[]): Promise<void> {
    const { choosing } = this;
    if (this.idle && piece !== null) return this.#hunt(piece);
    if (choosing.piece === null || choosing.offer) return;
    const drafts = this.fitting.filter((offer) => offer.draft !== undefined && choose.actor(offer) === choosing.piece).slice(0, MOST_SOUGHT);
    for (const draft of drafts) {
      const found = await this.#around.seat.further(draft.draft ?? null).catch(() => null);
      if (this.choosing !== choosing) return;
      const at = found?.offers.filter((offer) => offer.places.some((place) => places.includes(place)) || (piece !== null && choose.targetsOf(offer, [...choosing.drafts, draft]).pieces.includes(piece))) ?? [];
      if (!found || at.length === 0) continue;
      this.#around.forget();
      this.choosing = choose.chooseOffer(choosing, draft);
      this.further = found.offers;
      this.#furtherAt = found.heard;
      this.#point(at);
      return;
    }
  }

  async #hunt(piece: Handle): Promise<void> {
    const { choosing, now } = this;
    const drafts = choose.open(now).filter((offer) => offer.draft !== undefined && choose.actor(offer) !== null).slice(0, MOST_HUNTED);
    const found = await Promise.all(drafts.map(async (draft) => {
      const led = await this.#around.seat.further(draft.draft ?? null).catch(() => null);
      return choose.pointingAt(led?.offers ?? [], { piece }, [draft]);
    }));
    if (this.choosing === choosing && this.now === now) this.#target(found.flat());
  }

  #target(at: Offer[]): boolean {
    if (at.length === 0) return false;
    this.#around.forget();
    this.compared = null;
    this.narrowed = at;
    return true;
  }

  #point(at: Offer[]): boolean {
    const [first] = at;
    if (!first) return false;
    if (at.length === 1) void this.choose(first);
    else {
      this.choosing = { ...this.choosing, verb: at.every((offer) => offer.verb === first.verb) ? first.verb : null, offer: null };
      this.narrowed = at;
    }
    return true;
  }

  async verb(group: choose.VerbGroup): Promise<void> {
    this.narrowed = null;
    const only = group.offers.length === 1 ? group.offers[0] : undefined;
    this.#wanted = group.opens ? group.verb : null;
    if (only) await this.choose(only);
    else if (group.opens) this.narrowed = group.offers;
    else this.choosing = choose.chooseVerb(this.choosing, group);
  }

  /** Chooses an offer; `forth` unless it only opens what the chosen piece can do. */
  async choose(offer: Offer, forth = true): Promise<void> {
    this.#around.forget();
    this.narrowed = null;
    this.compared = null;
    if (offer.undo) return this.#around.undo();
    this.choosing = choose.chooseOffer({ ...this.choosing, piece: this.choosing.piece ?? choose.actor(offer) }, offer);
    this.odds = null;
    if (offer.draft !== undefined) await this.#openDraft(forth);
    else await this.#askOdds(offer);
  }

  /** Leaves what is being chosen, and chooses this offer instead. */
  async instead(offer: Offer): Promise<void> {
    this.choosing = choose.NOTHING;
    this.further = null;
    await this.choose(offer);
  }

  /** Opens a draft; `forth` if the player chose it: to choose a piece, or to come back, is not yet an order. */
  async #openDraft(forth = true): Promise<void> {
    const draft = choose.draftOf(this.choosing);
    this.further = null;
    if (draft === undefined) return;
    try {
      const { offers, heard } = await this.#around.seat.further(draft);
      // The player may have opened another draft meanwhile.
      if (choose.draftOf(this.choosing) !== draft) return;
      this.further = offers;
      this.#furtherAt = heard;
      // A list of one entry is no choice.
      const [only, ...others] = choose.open(offers);
      if (forth && only?.order !== undefined && others.length === 0) await this.choose(only);
    } catch (error) {
      if (choose.draftOf(this.choosing) !== draft) return;
      this.#around.fail(error);
      await this.back();
    }
  }

  async #askOdds(offer: Offer): Promise<void> {
    if (offer.order === undefined) return;
    this.odds = 'asking';
    try {
      const odds = await this.#around.seat.odds(offer.order);
      if (this.choosing.offer !== offer) return;
      this.odds = odds;
      const actor = choose.actor(offer);
      this.watched = actor !== null && odds.onlookers ? { piece: actor, found: odds.onlookers } : null;
      // Nothing is at stake: it can be undone, or it is a plan without dice, which another plan replaces.
      const plan = (this.#around.scene().together ?? false) && actor !== null && odds.ways.length <= 1;
      if ((odds.reversible || plan) && this.#around.quick(offer)) await this.#around.confirm();
    } catch (error) {
      // Odds are optional: the order can be given without them.
      if (this.choosing.offer === offer) this.odds = problemOf(error);
    }
  }

  /** Computes the odds of the listed orders, one after the other, until something is chosen. */
  async compare(listed: Offer[]): Promise<void> {
    const orders = listed.filter((offer) => offer.order !== undefined).slice(0, MOST_COMPARED);
    this.compared = new Map(orders.map((offer) => [offer, null]));
    const { choosing } = this;
    for (const offer of orders) {
      const odds = await this.#around.seat.odds(offer.order ?? null).catch(() => null);
      if (this.compared === null || this.choosing !== choosing) return;
      this.compared = new Map(this.compared).set(offer, odds);
    }
  }

  /** Adds all pieces that can join the open draft, as many as possible, and chooses its order if there is only one. */
  async joinAll(): Promise<void> {
    this.seeking = true;
    await this.#joinAll().finally(() => (this.seeking = false));
  }
  async #joinAll(): Promise<void> {
    for (let steps = 0; steps < MOST_JOINED; steps += 1) {
      const { choosing } = this;
      const tried = await Promise.all(choose.growing(this.now, choosing.drafts.at(-1)).slice(0, MOST_SOUGHT).map(async (offer) => {
        const found = await this.#around.seat.further(offer.draft ?? null).catch(() => null);
        return found && { offer, found, room: choose.growing(found.offers, offer).length };
      }));
      if (this.choosing !== choosing) return;
      // One that lets others join comes first: a leader may close a group.
      const [next] = tried.filter((one) => one !== null).toSorted((a, b) => b.room - a.room);
      if (!next) break;
      this.choosing = choose.chooseOffer(choosing, next.offer);
      this.further = next.found.offers;
      this.#furtherAt = next.found.heard;
    }
    const orders = choose.open(this.now).filter((offer) => offer.order !== undefined);
    if (orders.length === 1 && orders[0]) await this.choose(orders[0]);
  }

  /** Goes back one step in the choice. */
  async back(): Promise<void> {
    this.#around.forget();
    this.#wanted = null;
    this.odds = null;
    this.compared = null;
    if (this.narrowed) {
      this.narrowed = null;
      return;
    }
    const inside = this.choosing.drafts.length;
    this.choosing = choose.stepBack(this.choosing);
    if (this.choosing.drafts.length !== inside) await this.#openDraft(false);
  }
}
