/** The state of one seat's table during a game, and its orders. */
import { Ground, placesOf } from '../board/ground';
import { toHex } from '../fair/bytes';
import { takePart, type Trouble } from '../fair/ceremony';
import { LOOK_AGAIN, patiently, pause, Problem, problemOf, rulebook, Seat } from './api';
import { Choice } from './choice.svelte';
import { standable } from './choose';
import { hint, NO_OFFERS, unguided } from './guide';
import { Journal } from './journal.svelte';
import { type Connection, listen } from './live';
import { gameOf, guideLeft, headsOf, keepGame, keepGuideLeft, keepHeads, likes } from './memory';
import { BoardTool } from './measure.svelte';
import { Names } from './names.svelte';
import { placeName } from './plans';
import { byColor, sharesScreen } from './sides';
import { COUNTED, GONE_ON, RECEIVED, THEIR_DICE, UNANSWERED } from './told';
import { type Repeat, TurnOrders } from './turns.svelte';
import type { OrderResponse, Board, GuideState, Handle, Json, Offer, Offers, RollAsked, Rulebook, Scene, ScenePiece, SeatInfo, WhyNot } from './wire';

const NO_SCENE: Scene = { status: [], pieces: [], markers: [], sheets: [] };
const TRIES = 5;
/** The failed attempt after which the player is told. */
const TOLD = 2;
/** Delay before a refresh, in milliseconds, since events of one order and its response arrive together. */
const SETTLE = 20;

/** Delay before a guide is looked at again while its script plays, in milliseconds. */
const WATCHING = 600;

/** Whether two rolls are equal, regardless of the order of their fields. */
const sameRoll = (one: RollAsked | null, other: RollAsked | null): boolean =>
  one?.label === other?.label && one?.dice === other?.dice && one?.clause === other?.clause && one?.seen_by === other?.seen_by;

const newId = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** A request that was sent. */
interface Sent {
  /** Roll for which dice were entered. */
  entered?: RollAsked;
  /** Whether the request leaves the pending question open. */
  aside?: boolean;
}

export class Table {
  readonly seat: Seat;
  readonly choice: Choice;
  readonly tool: BoardTool;
  readonly journal = new Journal();
  readonly names = new Names();
  readonly turns: TurnOrders;
  info = $state.raw<SeatInfo | null>(null);
  board = $state.raw<Board | null>(null);
  book = $state.raw<Rulebook | null>(null);
  scene = $state.raw<Scene>(NO_SCENE);
  offered = $state.raw<Offers>(NO_OFFERS);
  whyNot = $state.raw<WhyNot[]>([]);
  connection = $state<Connection>('joining');
  /** Reason why the game can't be reached, if it is known. */
  unreached = $state<string | null>(null);
  problem = $state.raw<Problem | null>(null);
  rollAsked = $state.raw<RollAsked | null>(null);
  /** Progress of a guided game; null in other games, and when the player has left the guide. */
  guide = $state.raw<GuideState | null>(null);
  /** What to press next for the present lesson. */
  hint = $derived.by(() => (this.guide?.lesson ? hint(this.guide.lesson, this.choice.choosing, { now: this.choice.now, together: this.scene.together ?? false }) : null));
  /** Reason why this seat's nonce needs the player's attention. */
  trouble = $state<Trouble>(null);
  /** Whether an order has just been sent that waits for the other side's dice. */
  #left = $state(false);
  /** Whether the game waits for the other side's dice. After a reload this shows as a question without offers. */
  theirDice = $derived(
    this.rollAsked === null
      && (this.#left || (this.info?.dice.kind === 'players' && this.offered.asked !== null && this.offered.offers.length === 0)),
  );
  busy = $state(false);
  /** Whether an order was sent that the server has not answered. */
  unanswered = $state(false);
  below = $state(false);

  ground = $derived(this.board ? new Ground(this.board) : null);
  places = $derived(placesOf(this.board));
  /** Both sides in the order of their colours. */
  sides = $derived(this.board ? byColor(this.board) : []);
  over = $derived(this.info !== null && this.info.outcome !== null);
  standing = $derived(this.journal.log.standing);
  /** Answers that can be given for the whole turn at once: those that name nothing, to a question that comes in the other side’s orders. */
  forTurns = $derived.by(() => (this.offered.reaction && (this.guide === null || this.guide.end !== null) ? this.offered.offers.filter(standable) : []));
  /** Whether the pending question may come again: it has before, or it is not the first question of the game. */
  recurs = $derived.by(() => {
    const { asked } = this.journal.log;
    return asked.size > 1 || (asked.get(this.offered.question ?? '') ?? 0) > 1;
  });

  #stop: (() => void) | null = null;
  #closed = false;
  /** Whether a refresh is under way. */
  stale = $state(true);
  /** Number of events that the seat is known to have, and the number at the last refresh. */
  #known = 0;
  #shown = -1;
  /** Number of messages and responses about the whole game. A refresh that started before the last is outdated. */
  #told = 0;
  #refreshing: Promise<void> | null = null;

  constructor(token: string) {
    this.seat = new Seat(token);
    this.turns = new TurnOrders(token);
    this.tool = new BoardTool(this.seat.tool);
    this.choice = new Choice({
      seat: this.seat,
      offered: () => this.offered,
      scene: () => this.scene,
      fail: (error) => this.#fail(error),
      forget: () => (this.problem = null),
      undo: () => this.undo(),
      confirm: () => this.confirm(),
      // Where an answer may be repeated, the player is asked how often.
      quick: (offer) => likes().confirm === 'stakes' && !(standable(offer) && this.recurs),
    });
  }

  async open(): Promise<void> {
    try {
      this.info = await this.#patiently(() => this.seat.info());
      this.board = await this.#patiently(() => this.seat.board());
      this.journal.begin(this.board, this.info.seat);
      this.#keepLink(this.info);
      await this.#ceremony();
      if (this.#closed || !this.info) return;
      this.journal.joinedAfter(this.info.heard);
      void rulebook(this.info.system).then((book) => (this.book = book), () => undefined);
      this.#look();
      this.#stop = listen({
        path: this.seat.livePath,
        heard: () => this.journal.heard,
        info: ({ roll, outcome, dice }) => {
          // The message may be older than a response, so the state is fetched again.
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
        isVoid: () => this.seat.info().then(() => false, (error: unknown) => problemOf(error).status === 404),
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
      // The warning about storage stays while the other side is awaited.
      if (trouble !== null || this.trouble !== 'fleeting') this.trouble = trouble;
      this.info = info;
      if (info.dice.stage === stage) {
        await pause(LOOK_AGAIN);
        this.info = await this.#patiently(() => this.seat.info());
      }
    }
  }

  /** Retries a request while that may succeed. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const answer = await patiently(ask, () => !this.#closed, (_, { code, message }) => {
      this.connection = 'lost';
      this.unreached = code === 'not-held' ? message : null;
    });
    if (this.connection === 'lost') this.connection = 'joining';
    this.unreached = null;
    return answer;
  }

  /** Adds a link from another person to the tables in this browser. */
  #keepLink(info: SeatInfo): void {
    const [{ token }, { title, system, seat }] = [this.seat, info];
    if (gameOf(token) === undefined) keepGame({ title, system, links: { [seat]: token }, shared: sharesScreen(info), begun: new Date().toISOString() });
  }

  /** Keeps the entered dice if the roll is unchanged. */
  #askDice(asked: RollAsked | null): void {
    if (!sameRoll(asked, this.rollAsked)) this.rollAsked = asked;
  }

  /** Refreshes, unless the last refresh has at least this many events. */
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
      const { info, scene, offers, why_not, guide } = await this.seat.snapshot();
      this.#shown = info.heard;
      // Messages since then require a newer refresh.
      this.stale = this.#known > info.heard || this.#told !== told;
      if (this.stale) return;
      const offered = unguided(offers ?? NO_OFFERS, guide);
      const before = this.offered;
      const asked = offered.asked !== null && offered.asked !== before.asked ? offered.asked : null;
      const same = offered.asked === before.asked && offered.question === before.question
        && offered.heard === before.heard && offered.offers.length === before.offers.length;
      this.info = info;
      this.#askDice(info.roll);
      if (this.turns.some) queueMicrotask(() => void this.#endOfTurn());
      this.scene = scene ?? NO_SCENE;
      this.names.nameAll(this.scene.pieces);
      this.#left = false;
      this.whyNot = why_not;
      this.guide = guide?.end != null && guideLeft(this.seat.token) ? null : guide;
      // The script may make moves that this seat hears nothing of.
      if (this.guide?.lesson === null && this.guide.end === null) void pause(WATCHING).then(() => { if (!this.#closed) this.#look(); });
      // The offers depend only on the events. If there are no new events, the choice stays.
      if (!same) {
        this.offered = offered;
        this.choice.carryOn();
      }
      // Heads that were first seen after the end prove nothing about the play.
      if (info.outcome === null || headsOf(this.seat.token).length > 0) keepHeads(this.seat.token, info);
      if (asked) this.journal.announce(asked);
    } catch (error) {
      // A connection error is retried; other errors would repeat.
      if (error instanceof Problem && error.passing) return pause(LOOK_AGAIN).then(() => undefined);
      this.stale = false;
      this.#fail(error);
    }
  }

  /** Plays on without the guide. */
  leaveGuide(): void {
    keepGuideLeft(this.seat.token);
    this.guide = null;
  }

  piece(handle: Handle | null): ScenePiece | undefined {
    return handle === null ? undefined : this.scene.pieces.find((piece) => piece.piece === handle);
  }

  /** Returns the name of a place in words. */
  placeName = (location: string): string => placeName(this.scene, this.places, location);

  isBelow = (location: string): boolean => this.places.get(location)?.underground ?? false;

  /** The present turn as text. */
  get #turn(): string {
    return this.scene.status.filter(({ about }) => about === 'time').map(({ value }) => value).join();
  }

  /** Clears the standing orders that were set for a turn which is over. */
  async #endOfTurn(): Promise<void> {
    // Until the log is whole, it doesn't tell which standing orders are set.
    if (this.busy || this.journal.heard < (this.info?.heard ?? 0)) return;
    for (const question of this.turns.over(this.#turn)) {
      if (!this.standing.some((one) => one.question === question)) this.turns.drop(question);
      else await this.stand(question, null);
    }
  }

  /** Gives the chosen order. Also makes it a standing order for this kind of question, for the turn or the game. */
  async confirm(repeat: Repeat = 'once'): Promise<void> {
    const { choosing: { offer }, heard } = this.choice;
    if (offer) await this.#give(offer, heard, repeat);
  }

  /** Gives an answer that names nothing, and the same one whenever this is asked again in this turn. */
  async forTurn(offer: Offer): Promise<void> {
    if (!this.stale) await this.#give(offer, this.offered.heard, 'turn');
  }

  async #give({ order }: Offer, heard: number, repeat: Repeat): Promise<void> {
    const { question } = this.offered;
    if (order === undefined || this.busy) return;
    const turn = this.#turn;
    await this.#send((id) => this.seat.submit(order, id, heard));
    // Set afterwards, so that it doesn't answer the pending question.
    if (repeat === 'once' || question === null || this.problem !== null) return;
    const failed = await this.stand(question, order);
    if (failed === null && repeat === 'turn') this.turns.keep({ question, turn });
  }

  /** Undoes the last order, once it is shown: otherwise it might be another one. */
  async undo(): Promise<void> {
    if (!this.stale) await this.#send((id) => this.seat.undo(id));
  }

  /** Resigns the game for this side. */
  async resign(): Promise<void> {
    await this.#send((id) => this.seat.resign(id));
  }

  /** Sets a standing order, or clears it. */
  async stand(question: string, answer: Json): Promise<Problem | null> {
    const failed = await this.#send((id) => this.seat.stand(question, answer, id), { aside: true });
    if (failed === null) this.turns.drop(question);
    return failed;
  }

  /** Dice that were sent without a response; they may have been accepted. */
  #entered: { asked: RollAsked; id: string } | null = null;

  async giveDice(faces: number[]): Promise<void> {
    const asked = this.rollAsked;
    if (!asked || this.busy) return;
    // Dice that are entered again for this roll keep their id, so that they can't count for the next roll.
    const { id } = (this.#entered = this.#entered?.asked === asked ? this.#entered : { asked, id: newId() });
    const problem = await this.#send(() => this.seat.dice(asked.label, faces, id), { id, entered: asked });
    if (problem?.passing) return;
    this.#entered = null;
    if (problem?.code !== 'id-reused') return;
    this.#fail(new Problem(problem.status, { detail: COUNTED, code: problem.code }));
    if (this.rollAsked === asked) this.rollAsked = { ...asked };
  }

  /** Sends a request, and repeats it under one id while the connection fails. Returns the error, if any. */
  async #send(act: (id: string) => Promise<OrderResponse>, { id = newId(), ...what }: Sent & { id?: string } = {}): Promise<Problem | null> {
    if (this.busy) return null;
    this.busy = true;
    this.problem = null;
    const { choosing } = this.choice;
    try {
      // While the server is away the order is kept: under its id it counts once.
      const again = ({ away }: Problem, attempt: number) => !this.#closed && (away || attempt < TRIES);
      this.#take(await patiently(() => act(id), again, (attempt) => {
        if (attempt !== TOLD) return;
        this.unanswered = true;
        this.journal.announce(UNANSWERED);
      }), what);
      if (this.unanswered) this.journal.announce(RECEIVED);
      // What is being chosen goes on beside a standing order.
      if (!what.aside) this.choice.sent(choosing);
      return null;
    } catch (error) {
      const problem = problemOf(error);
      this.#fail(problem.code === 'stale' ? new Problem(problem.status, { detail: GONE_ON, code: problem.code }) : problem);
      // Whether it was refused or perhaps executed without a response, a refresh shows the present state.
      this.#look();
      return problem;
    } finally {
      this.busy = false;
      this.unanswered = false;
    }
  }

  /** Handles a success: the request was executed, or waits for dice of either side. */
  #take({ ack, roll }: OrderResponse, { entered, aside }: Sent): void {
    // The seat that gave an order gets its events, so an older refresh has fewer. Dice may cause no event for it.
    if (!ack || entered) this.#told += 1;
    // The next roll may have an equal label, unless a refresh has shown it already.
    if (entered && this.rollAsked === entered) this.rollAsked = roll ?? null;
    else if (!aside && roll) this.#askDice(roll);
    // Another roll with an equal label may follow.
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
