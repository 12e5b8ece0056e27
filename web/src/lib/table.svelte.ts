/** One seat's table: everything the page shows of a running game, and the orders it gives. */
import { Ground, placesOf } from '../board/ground';
import { toHex } from '../fair/bytes';
import { part, takePart, type Trouble } from '../fair/ceremony';
import { LOOK_AGAIN, patiently, pause, Problem, problemOf, rulebook, Seat } from './api';
import * as choose from './choose';
import { Journal } from './journal.svelte';
import { type Connection, listen } from './live';
import { gameOf, headsOf, keepGame, keepHeads, noncesOf } from './memory';
import { capital } from './plain';
import { plansOf } from './plans';
import type {
  Answer, Board, Handle, Json, Odds, Offer, Offers, RollAsked, Rulebook, Scene, ScenePiece, SeatInfo, WhyNot,
} from './wire';

const NO_OFFERS: Offers = { asked: null, question: null, heard: 0, offers: [] };
const NO_SCENE: Scene = { status: [], pieces: [], markers: [], sheets: [] };
const TRIES = 5;
/** Events of one order come in a row, and its answer with them; they are waited for before looking anew. */
const SETTLE = 20;

/** What is said of dice that another seat enters. */
export const THEIR_DICE = 'The order waits for dice that the other side rolls.';
const COUNTED = 'The dice entered first had arrived, and they count. If dice are asked for now, it is for the next roll.';
const GONE_ON = 'The game has gone on while you chose, so the order was not given. This is how it stands now.';

const nameOn = ({ name }: ScenePiece) => capital(name);

/** The same, whatever order its fields were sent in. */
const sameRoll = (one: RollAsked | null, other: RollAsked | null): boolean =>
  one?.label === other?.label && one?.dice === other?.dice && one?.clause === other?.clause && one?.seen_by === other?.seen_by;

const newId = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** What was sent. */
interface Sent {
  /** The roll whose dice were entered. */
  entered?: RollAsked;
  /** Nothing that is asked is answered by it. */
  aside?: boolean;
}

export class Table {
  readonly seat: Seat;
  readonly journal = new Journal();
  info = $state.raw<SeatInfo | null>(null);
  board = $state.raw<Board | null>(null);
  book = $state.raw<Rulebook | null>(null);
  scene = $state.raw<Scene>(NO_SCENE);
  offered = $state.raw<Offers>(NO_OFFERS);
  further = $state.raw<Offer[] | null>(null);
  whyNot = $state.raw<WhyNot[]>([]);
  choosing = $state.raw<choose.Choosing>(choose.NOTHING);
  odds = $state.raw<Odds | Problem | 'asking' | null>(null);
  connection = $state<Connection>('joining');
  problem = $state.raw<Problem | null>(null);
  rollAsked = $state.raw<RollAsked | null>(null);
  /** What keeps this seat's part of the dice from going by itself. */
  trouble = $state<Trouble>(null);
  /** Whether an order was just left waiting for the other side's dice. */
  #left = $state(false);
  /** A question without an answer waits for such dice too, as a page that was loaded anew finds it. */
  theirDice = $derived(
    this.rollAsked === null
      && (this.#left || (this.info?.dice.kind === 'players' && this.offered.asked !== null && this.offered.offers.length === 0)),
  );
  busy = $state(false);
  below = $state(false);

  ground = $derived(this.board ? new Ground(this.board) : null);
  places = $derived(placesOf(this.board));
  /** The offers to choose among now: those of the open draft, else all. */
  now = $derived(this.choosing.drafts.length > 0 ? (this.further ?? []) : this.offered.offers);
  fitting = $derived(choose.fitting(this.now, this.choosing));
  /** Whether what can be chosen next is still on its way. */
  opening = $derived(this.choosing.drafts.length > 0 && this.further === null);
  /** Whether nothing is chosen yet. */
  idle = $derived(this.choosing.piece === null && this.choosing.drafts.length === 0);
  /** Offers that are about no piece and point at places all the same. */
  pieceless = $derived(choose.open(this.now).filter((offer) => choose.actor(offer) === null && offer.places.length > 0));
  actors = $derived(new Set(choose.actors(this.now)));
  /** The pieces that can be chosen now; while plans are made one may go from one to another at any time. */
  able = $derived.by(() => {
    if (this.choosing.drafts.length === 0) return this.actors;
    return new Set(this.scene.together && this.choosing.offer === null ? choose.actors(this.offered.offers) : []);
  });
  over = $derived(this.info !== null && this.info.outcome !== null);
  standing = $derived(this.journal.transcript.standing);
  /** Whether the question that stands may well come again: it has before, or it is not the one that the game begins with. */
  recurs = $derived.by(() => {
    const { asked } = this.journal.transcript;
    return asked.size > 1 || (asked.get(this.offered.question ?? '') ?? 0) > 1;
  });

  #stop: (() => void) | null = null;
  #closed = false;
  /** Whether a newer look is on its way. */
  stale = $state(true);
  /** How many events the seat is known to have heard, and how many it had at the last look. */
  #known = 0;
  #shown = -1;
  /** How often the server told of the game as a whole, or answered: a look that began before is older. */
  #told = 0;
  #refreshing: Promise<void> | null = null;
  /** What pieces were called when they were last in sight. */
  #names = $state.raw<ReadonlyMap<Handle, string>>(new Map());
  /** Those that were told apart by a number once; it stays, so that earlier lines of the log name the same one. */
  readonly #numbered = new Map<Handle, string>();

  constructor(token: string) {
    this.seat = new Seat(token);
  }

  async open(): Promise<void> {
    try {
      this.info = await this.#patiently(() => this.seat.info());
      this.board = await this.#patiently(() => this.seat.board());
      this.journal.begin(this.board);
      this.#keepLink(this.info);
      await this.#ceremony();
      if (this.#closed || !this.info) return;
      this.journal.joinedAfter(this.info.heard);
      void rulebook(this.info.system).then((book) => (this.book = book), () => undefined);
      this.#look();
      this.#stop = listen({
        address: (from) => this.seat.liveAddress(from),
        heard: () => this.journal.heard,
        info: ({ roll, outcome, dice }) => {
          // An answer may have overtaken it, so it is not believed but looked into.
          const known = this.info;
          if (known && sameRoll(roll, this.rollAsked) && !outcome === !known.outcome && dice.stage === known.dice.stage) return;
          this.#told += 1;
          this.#look();
        },
        hear: (batch) => {
          const heard = this.journal.hear(batch);
          if (heard === 'new') this.#lookAfter(this.journal.heard);
          return heard !== 'gap';
        },
        state: (connection) => {
          this.connection = connection;
          // The dice may have been entered meanwhile.
          if (connection === 'live' && this.theirDice) this.#look();
        },
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop?.();
  }

  async #ceremony(): Promise<void> {
    while (!this.#closed && this.info) {
      const { stage } = this.info.dice;
      if (stage === 'play' || stage === 'over') return;
      const before = this.info;
      const { info, trouble } = await this.#patiently(() => takePart(this.seat, before));
      // That a number will not last stays true while it is waited for.
      if (trouble !== null || this.trouble !== 'fleeting') this.trouble = trouble;
      this.info = info;
      if (info.dice.stage === stage) {
        await pause(LOOK_AGAIN);
        this.info = await this.#patiently(() => this.seat.info());
      }
    }
  }

  /** Asks again as long as that may help. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const answer = await patiently(ask, () => !this.#closed, () => (this.connection = 'lost'));
    if (this.connection === 'lost') this.connection = 'joining';
    return answer;
  }

  /** A link that came from somebody else is listed with one's own tables. */
  #keepLink({ title, system, seat }: SeatInfo): void {
    const { token } = this.seat;
    if (gameOf(token) === undefined) keepGame({ title, system, links: { [seat]: token }, shared: false, begun: new Date().toISOString() });
  }

  /** The same roll asked again leaves what was entered so far. */
  #askDice(asked: RollAsked | null): void {
    if (!sameRoll(asked, this.rollAsked)) this.rollAsked = asked;
  }

  /** What this browser knows of the making of the dice. */
  ownPart(): { part: string; nonces: string[] } | null {
    const mine = this.info ? part(this.info) : null;
    const nonces = noncesOf(this.seat.token);
    return mine && nonces.length > 0 ? { part: mine, nonces } : null;
  }

  /** Looks anew unless what was seen last is as late as this. */
  #lookAfter(heard: number): void {
    this.#known = Math.max(this.#known, heard);
    if (this.#known > this.#shown) this.#look();
  }

  #look(): void {
    this.stale = true;
    this.#refreshing ??= (async () => {
      await pause(SETTLE);
      while (this.stale && !this.#closed) await this.#refresh();
      this.#refreshing = null;
    })();
  }

  async #refresh(): Promise<void> {
    const told = this.#told;
    try {
      const { info, scene, offers, why_not } = await this.seat.moment();
      this.#shown = info.heard;
      // What came meanwhile brings a newer look.
      this.stale = this.#known > info.heard || this.#told !== told;
      if (this.stale) return;
      const offered = offers ?? NO_OFFERS;
      const before = this.offered;
      const asked = offered.asked !== null && offered.asked !== before.asked ? offered.asked : null;
      const same = offered.asked === before.asked && offered.question === before.question
        && offered.heard === before.heard && offered.offers.length === before.offers.length;
      this.info = info;
      this.#askDice(info.roll);
      this.scene = scene ?? NO_SCENE;
      this.#nameAll(this.scene.pieces);
      this.#left = false;
      this.whyNot = why_not;
      // What is on offer follows from what was heard: where that is the same, what is being chosen stays.
      if (!same) {
        this.offered = offered;
        this.further = null;
        this.#carryOn();
      }
      // What is first seen after the end is no witness of the play.
      if (info.outcome === null || headsOf(this.seat.token).length > 0) keepHeads(this.seat.token, info);
      if (asked) this.journal.announce(asked);
    } catch (error) {
      // On a bad line it is looked again until it is better; anything else would not change.
      if (error instanceof Problem && error.passing) return pause(LOOK_AGAIN).then(() => undefined);
      this.stale = false;
      this.#fail(error);
    }
  }

  /** Those of one name are told apart by the number on the counter. */
  #nameAll(pieces: ScenePiece[]): void {
    const alike = new Map<string, number>();
    for (const piece of pieces) alike.set(nameOn(piece), (alike.get(nameOn(piece)) ?? 0) + 1);
    const names = new Map(this.#names);
    for (const piece of pieces) {
      const name = nameOn(piece);
      if ((alike.get(name) ?? 0) > 1) this.#numbered.set(piece.piece, name);
      names.set(piece.piece, this.#numbered.get(piece.piece) === name ? `${name} ${piece.piece}` : name);
    }
    this.#names = names;
  }

  /** Whether the verb was kept from the order before; then what else could be done now is not out of sight. */
  carried = $state(false);
  /** What else the piece can do than go on as before. */
  besides = $derived(
    this.carried && this.choosing.verb !== null && this.choosing.offer === null && this.choosing.drafts.length === 0
      ? choose.byVerb(choose.fitting(this.now, { ...this.choosing, verb: null })).filter((group) => group.verb !== this.choosing.verb)
      : [],
  );

  /** Keeps the piece and the verb as long as they still have an offer. */
  #carryOn(): void {
    const { piece, verb } = this.choosing;
    const { offers } = this.offered;
    const goesOn = piece !== null && choose.actors(offers).includes(piece) && !(this.scene.together && plansOf(this.scene, piece).length === 0);
    const kept = goesOn ? piece : choose.onlyActor(offers);
    const next = { ...choose.NOTHING, piece: kept };
    const again = kept !== null && verb !== null
      && choose.byVerb(choose.fitting(offers, next)).some((group) => group.verb === verb && group.offers.length > 1);
    this.choosing = again ? { ...next, verb } : next;
    this.carried = again;
    this.narrowed = null;
    this.odds = null;
    if (kept !== null && !again) this.#openPlan();
  }

  piece(handle: Handle | null): ScenePiece | undefined {
    return handle === null ? undefined : this.scene.pieces.find((piece) => piece.piece === handle);
  }

  /** A name for a piece: its own short text now, or when it was last in sight. */
  nameOf(handle: Handle): string {
    return this.nameOr(handle, `Unit ${handle}`);
  }

  /** The same where something else is known to call it by. */
  nameOr(handle: Handle, otherwise: string): string {
    return this.#names.get(handle) ?? otherwise;
  }

  isBelow(location: string): boolean {
    return this.places.get(location)?.underground ?? false;
  }

  /** Where everything is planned first, a piece with but one thing to begin with has it begun. */
  #openPlan(): void {
    const own = this.scene.together ? choose.byVerb(this.fitting.filter((offer) => choose.actor(offer) !== null)) : [];
    const only = own.length === 1 && own[0]?.offers.length === 1 ? own[0].offers[0] : undefined;
    if (only?.draft !== undefined) void this.choose(only);
  }

  /** Chooses a piece: one that can act, or one that a chosen verb can point at. */
  pick(handle: Handle): boolean {
    const at = choose.pointingAt(this.fitting, { piece: handle }, this.choosing.drafts);
    if (this.choosing.piece !== null && at.length > 0) return this.#point(at);
    if (!this.able.has(handle)) return false;
    this.problem = null;
    this.odds = null;
    this.narrowed = null;
    this.choosing = choose.choosePiece(choose.NOTHING, handle);
    this.#openPlan();
    return true;
  }

  /** Points at places, such as all of one hex: the one offer that leads there, or those that do are left to choose from. */
  point(places: string[]): boolean {
    return this.#point((this.idle ? this.pieceless : this.fitting).filter((offer) => offer.places.some((place) => places.includes(place))));
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

  /** How much had been heard when the open draft's offers were made. */
  #furtherAt = 0;

  /** Offers left when one target fits several. */
  narrowed = $state.raw<Offer[] | null>(null);

  async verb(group: choose.VerbGroup): Promise<void> {
    this.narrowed = null;
    const only = group.offers.length === 1 ? group.offers[0] : undefined;
    if (only) await this.choose(only);
    else this.choosing = choose.chooseVerb(this.choosing, group);
  }

  async choose(offer: Offer): Promise<void> {
    this.problem = null;
    this.narrowed = null;
    if (offer.undo) return this.undo();
    this.choosing = choose.chooseOffer({ ...this.choosing, piece: this.choosing.piece ?? choose.actor(offer) }, offer);
    this.odds = null;
    if (offer.draft !== undefined) await this.#openDraft();
    else await this.#askOdds(offer);
  }

  async #openDraft(): Promise<void> {
    const draft = choose.draftOf(this.choosing);
    this.further = null;
    if (draft === undefined) return;
    try {
      const { offers, heard } = await this.seat.further(draft);
      // Another may have been opened meanwhile.
      if (choose.draftOf(this.choosing) !== draft) return;
      this.further = offers;
      this.#furtherAt = heard;
    } catch (error) {
      if (choose.draftOf(this.choosing) !== draft) return;
      this.#fail(error);
      await this.back();
    }
  }

  async #askOdds(offer: Offer): Promise<void> {
    if (offer.order === undefined) return;
    this.odds = 'asking';
    try {
      const odds = await this.seat.odds(offer.order);
      if (this.choosing.offer === offer) this.odds = odds;
    } catch (error) {
      // Odds are a help, not a condition: the order can be given without them.
      if (this.choosing.offer === offer) this.odds = problemOf(error);
    }
  }

  /** One step back in choosing. */
  async back(): Promise<void> {
    this.problem = null;
    this.odds = null;
    if (this.narrowed) {
      this.narrowed = null;
      return;
    }
    const inside = this.choosing.drafts.length;
    this.choosing = choose.stepBack(this.choosing);
    if (this.choosing.drafts.length !== inside) await this.#openDraft();
  }

  /** Gives the chosen order; with `always`, the same answer to every later question of this kind too. */
  async confirm(always = false): Promise<void> {
    const { offer } = this.choosing;
    const { question } = this.offered;
    if (!offer || offer.order === undefined || this.busy) return;
    const { order } = offer;
    const heard = this.choosing.drafts.length > 0 ? this.#furtherAt : this.offered.heard;
    await this.#send((id) => this.seat.submit(order, id, heard));
    // Left afterwards, so that it does not answer the question that stands.
    if (always && question !== null && this.problem === null) await this.stand(question, order);
  }

  /** Takes back the last order; not before its coming is shown, for that may be another one. */
  async undo(): Promise<void> {
    if (!this.stale) await this.#send((id) => this.seat.undo(id));
  }

  /** Gives the game up. */
  async resign(): Promise<void> {
    await this.#send((id) => this.seat.resign(id));
  }

  /** Leaves a standing order, or withdraws it. */
  async stand(question: string, answer: Json): Promise<void> {
    await this.#send((id) => this.seat.stand(question, answer, id), { aside: true });
  }

  /** Dice that were entered and not answered for: perhaps they were taken. */
  #entered: { asked: RollAsked; id: string } | null = null;

  async giveDice(faces: number[]): Promise<void> {
    const asked = this.rollAsked;
    if (!asked || this.busy) return;
    // Entered again for the same roll they keep their name, so that they cannot count for the next one too.
    const { id } = (this.#entered = this.#entered?.asked === asked ? this.#entered : { asked, id: newId() });
    const problem = await this.#send(() => this.seat.dice(asked.label, faces, id), { id, entered: asked });
    if (problem?.passing) return;
    this.#entered = null;
    if (problem?.code !== 'id-reused') return;
    this.#fail(new Problem(problem.status, { detail: COUNTED, code: problem.code }));
    if (this.rollAsked === asked) this.rollAsked = { ...asked };
  }

  /** Sends one order; it is repeated under the same name while the line is bad, and done once. What kept it from being done. */
  async #send(act: (id: string) => Promise<Answer>, { id = newId(), ...what }: Sent & { id?: string } = {}): Promise<Problem | null> {
    if (this.busy) return null;
    this.busy = true;
    this.problem = null;
    const { choosing } = this;
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = await act(id);
          this.#take(answer, what);
          break;
        } catch (error) {
          if (!(error instanceof Problem && error.passing && attempt < TRIES)) throw error;
          await pause(300 * attempt);
        }
      }
      // Where a look has overtaken the answer, something else is being chosen already.
      if (this.choosing === choosing) {
        this.choosing = { ...choosing, drafts: [], offer: null };
        this.further = null;
        this.odds = null;
      }
      return null;
    } catch (error) {
      const problem = problemOf(error);
      this.#fail(problem.code === 'stale' ? new Problem(problem.status, { detail: GONE_ON, code: problem.code }) : problem);
      // Whatever was refused, or perhaps done unheard: what is shown next is how it stands.
      this.#look();
      return problem;
    } finally {
      this.busy = false;
    }
  }

  /** Done; or it waits for dice, which may be the other side's to roll. */
  #take({ ack, roll }: Answer, { entered, aside }: Sent): void {
    // What an order brings is heard by whoever gave it, and a look that began before has heard less; of dice perhaps nothing is.
    if (!ack || entered) this.#told += 1;
    // The next roll may be asked for in the same words as the one that was answered, if a look has not shown it already.
    if (entered && this.rollAsked === entered) this.rollAsked = roll ?? null;
    else if (!aside && roll) this.#askDice(roll);
    // Another roll may have come up behind it, in the same words.
    if (entered) this.#look();
    if (ack) {
      keepHeads(this.seat.token, ack);
      this.#lookAfter(ack.heard);
    } else if (!roll) {
      this.#left = true;
      this.journal.announce(THEIR_DICE);
      this.#look();
    }
  }

  #fail(error: unknown): void {
    this.problem = problemOf(error);
    this.journal.announce(this.problem.message);
  }
}
