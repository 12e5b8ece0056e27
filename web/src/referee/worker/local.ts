/**
 * The referee of a browser: modules that play, the store, locks, and workers that compute. One request is handled at a
 * time, from the module to the disk, so that nothing is passed on that could be lost. What it needs of the network is
 * fetched before its turn, so that a connection that hangs holds up no other game.
 */
import type { Answered } from '../referee';
import { Games } from './games';
import { type Begun, Guided } from './guided';
import type { Beat, Made, News, Write } from './module';
import { Crashed, GIVEN_UP, NO_SEAT, NOT_FETCHED, NOT_HELD, NOT_READ, NOWHERE, type Parts, problem, RESTARTED, type Running, type Source, UNREADABLE, UNWANTED } from './parts';
import { bare, parts, scenarioOf, systemOf, tokenOf } from './path';
import type { Task } from './pool';
import type { ToWorker } from './protocol';
import { Starter } from './starter';
import { Conflict, type ListedGame, NotRead } from './store';

/** Close codes as the server has them: try again. */
const AGAIN = 1013;
const FAILED = 1011;
const UNKNOWN = 1008;

/** Failures of one request after which it is given up. */
const CRASHES = 3;
/** Failures of a computer player's job after which it is given up. */
const TRIES = 3;
/** Time after which a game that is not looked at leaves memory, and the time between two looks, in milliseconds. */
const IDLE = 60_000;
const SWEEP = 15_000;

/** Whether a thrown value leaves a module useless. What a module throws on purpose is text. */
const isCrash = (error: unknown): boolean => typeof error !== 'string';

/** What a request needs before its turn. */
interface Needed {
  running: Running;
  system: string;
  game: ListedGame | null;
  /** Built-in scenario that it names, with its text. */
  source: (Source & { name: string }) | null;
}

export class LocalReferee {
  readonly #parts: Parts;
  /** Ends when all that was asked so far is done. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #starter: Starter;
  readonly #games: Games;
  /** When each game of this tab was last asked for, with its module. */
  readonly #used = new Map<string, { name: string; at: number }>();
  readonly #asked = new Map<number, AbortController>();
  /** Listeners of the page: their module and its number; null while they are being opened. */
  readonly #listening = new Map<number, { running: Running; listener: number } | null>();
  /** Requests that have stopped a module since they last succeeded, by method and path, with their number. */
  readonly #crashes = new Map<string, number>();
  readonly #guided: Guided;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#games = new Games(parts.store);
    this.#starter = new Starter(parts);
    this.#guided = new Guided(parts, {
      runs: (name) => this.#starter.named(name) !== undefined, knows: (token) => this.#games.get(token) !== null,
      list: () => this.#turn(() => this.#games.list()),
      begin: (opening) => this.#begin(opening),
    });
    setInterval(() => void this.#turn(async () => this.#sweep()), SWEEP);
  }

  take(message: ToWorker): void {
    if ('ask' in message) void this.#ask(message);
    else if ('cancel' in message) this.#asked.get(message.cancel)?.abort();
    else if ('listen' in message) void this.#hear(message.listen, message.path);
    else if ('silence' in message) void this.#turn(async () => this.#silence(message.silence));
    else if ('forget' in message) void this.#turn(() => this.#forget(message.forget));
    else void this.#expect(message.expect).catch(() => undefined);
  }

  /** Does something when all before it is done. */
  #turn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #ask({ ask: n, method, path, body }: Extract<ToWorker, { ask: number }>): Promise<void> {
    const stop = new AbortController();
    this.#asked.set(n, stop);
    const answer = await this.#answerOf(method, path, body, stop.signal).catch((error: unknown) => (error instanceof NotRead ? NOT_READ : problem(500, 'failed', String(error))));
    this.#asked.delete(n);
    this.#parts.tell({ answered: n, answer });
  }

  async #answerOf(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<Answered> {
    const early = this.#guided.early(method, path, body);
    const now = early instanceof Promise ? await early : early;
    if (now) return now;
    const coming = this.#guided.coming(path);
    if (coming) await coming;
    const needed = await this.#need(method, path, body);
    if ('status' in needed) return needed;
    const answer = await this.#turn(() => this.#answer(method, path, body, needed, signal));
    // A job keeps no other request waiting.
    return typeof answer === 'function' ? answer() : answer;
  }

  /** Begins the game of an opening. @see Host.begin */
  async #begin({ link, side, scenario }: Begun): Promise<number | null | false> {
    const [method, path, body] = ['POST', 'games', JSON.stringify({ scenario, guide: true })];
    const needed = await this.#need(method, path, body);
    if ('status' in needed) return needed.status === 503 && needed.after;
    return this.#turn(async () => {
      const answer = await this.#answer(method, path, body, needed, new AbortController().signal);
      if (typeof answer === 'function') return false;
      const own = (JSON.parse(answer.text) as { links?: Record<string, string | null> }).links?.[side] ?? '';
      const game = this.#games.get(own);
      if (!game) return answer.status === 503 && answer.after;
      const links = { ...game.links, [link]: game.links[own] ?? 0 };
      this.#games.note({ ...game, links });
      await this.#parts.store.write([{ game: game.id, links }], game.system);
      return null;
    });
  }

  /** Finds the game of a request, and fetches what it needs. Returns an answer if that can't be. */
  async #need(method: string, path: string, body?: string): Promise<Needed | Answered> {
    if (parts(path).length === 0) return NOWHERE;
    if ((this.#crashes.get(`${method} ${bare(path)}`) ?? 0) >= CRASHES) return GIVEN_UP;
    const token = tokenOf(path);
    const game = token === null ? null : await this.#turn(() => this.#games.find(token));
    if (token !== null && !game) return NO_SEAT;
    const system = game?.system ?? systemOf(path, body);
    const name = scenarioOf(path, body);
    // Fetched beside the module.
    const [running, source] = await Promise.all([this.#starter.start(system), name === null ? null : this.#parts.source(name).catch(() => undefined)]);
    if ('status' in running) return running;
    if (source === undefined) return NOT_FETCHED;
    return { running, system, game, source: name !== null && source ? { ...source, name } : null };
  }

  /** Returns the answer, or the work that makes it. */
  async #answer(method: string, path: string, body: string | undefined, { running, system, game, source }: Needed, signal: AbortSignal): Promise<Answered | (() => Promise<Answered>)> {
    if (signal.aborted) return UNWANTED;
    // Another request may have stopped it.
    if (!this.#starter.runs(running)) return RESTARTED;
    const what = `${method} ${bare(path)}`;
    try {
      const { referee, js, module } = running.started;
      if (source) await this.#call(running, what, () => referee.offer(source.name, source.text, source.guide ?? undefined));
      const trouble = await this.#ready(running, game, path, what);
      if (trouble) return trouble;
      const { status, text, after, job } = await this.#call(running, what, () => {
        const answer = referee.ask(method, path, body);
        const { status, text, after, job } = answer;
        answer.free?.();
        return { status, text, after: 1000 * after, job };
      });
      const lost = await this.#settle(running, system, what);
      this.#crashes.delete(what);
      if (game && lost.includes(game.id)) return NOT_HELD;
      if (job === undefined) return { status, text, after };
      return () => this.#work({ js, module, job }, system, signal);
    } catch (error) {
      if (error instanceof Crashed) return error.message === '' ? RESTARTED : GIVEN_UP;
      throw error;
    }
  }

  /** Returns the answer that a job makes. */
  async #work(task: Task, system: string, signal: AbortSignal): Promise<Answered> {
    const made = await this.#parts.pool.answer(task, signal).catch(() => null);
    if (signal.aborted) return UNWANTED;
    if (made === null) return GIVEN_UP;
    const { status, text, write } = JSON.parse(made) as Made;
    // A game that it has made is only stored. Its module loads it when it is asked for.
    if (write) await this.#turn(() => {
      this.#games.note({ id: write.game, system, links: write.links ?? {} });
      return this.#keep([write], system);
    });
    return { status, text, after: 0 };
  }

  /** Loads a game if it is not in memory. Returns the reason if that can't be. */
  async #ready(running: Running, game: ListedGame | null, path: string, what: string): Promise<Answered | null> {
    if (!game) return null;
    const { store, locks } = this.#parts;
    // Noted before, so that a lock that comes later is given back.
    this.#use(game.id, running);
    if (!(await locks.hold(game.id))) return NOT_HELD;
    const { referee } = running.started;
    const links = JSON.stringify(game.links);
    if (running.known.get(game.id) !== links) {
      running.known.set(game.id, links);
      await this.#call(running, what, () => referee.know(game.id, links));
    }
    const wanted = await this.#call(running, what, () => referee.wants(path));
    if (wanted === undefined) return null;
    const stored = await store.load(wanted);
    if (stored === null) return NO_SEAT;
    try {
      await this.#call(running, what, () => referee.load(wanted, stored));
    } catch (error) {
      if (error instanceof Crashed) throw error;
      return { status: UNREADABLE, text: String(error), after: 0 };
    }
    return null;
  }

  /** Calls a module. If that fails, the module is stopped. `what` names the call, to count its failures. */
  async #call<T>(running: Running, what: string, call: () => T): Promise<T> {
    try {
      return call();
    } catch (error) {
      if (!isCrash(error)) throw error;
      console.warn(`module ${running.name} failed:`, error);
      this.#stop(running);
      const crashes = (this.#crashes.get(what) ?? 0) + 1;
      this.#crashes.set(what, crashes);
      throw new Crashed(crashes < CRASHES ? '' : String(error));
    }
  }

  #stop(running: Running): void {
    this.#starter.stop(running);
    for (const { page } of running.listeners.values()) this.#closed(page, FAILED);
    running.listeners.clear();
  }

  #closed(page: number, code: number): void {
    if (!this.#listening.delete(page)) return;
    this.#parts.tell({ closed: page, code });
  }

  /**
   * Stores what a module has changed, passes its messages on, and starts the work of computer players. Returns the games
   * that another tab has changed.
   */
  async #settle(running: Running, system: string, what: string): Promise<readonly string[]> {
    const { locks, now, tell } = this.#parts;
    const { referee } = running.started;
    clearTimeout(running.timer);
    const [beat, writes, news] = await this.#call(running, what, () => {
      const made = JSON.parse(referee.beat(now())) as Beat;
      return [made, JSON.parse(referee.writes()) as Write[], JSON.parse(referee.news()) as News[]] as const;
    });
    if (beat.wait !== null) running.timer = setTimeout(() => void this.#later(running, system, () => undefined), beat.wait);
    for (const { game, links } of writes) {
      if (!links) continue;
      this.#use(game, running);
      // Nothing else can know the game yet.
      await locks.hold(game);
      running.known.set(game, JSON.stringify(links));
      this.#games.note({ id: game, system, links });
    }
    const lost = await this.#keep(writes, system);
    for (const one of news) this.#pass(running, one, tell);
    for (const { id, job } of beat.jobs) void this.#play(running, system, id, job);
    return lost;
  }

  /** Stores changes. Returns the games that another tab has changed: these leave memory. */
  async #keep(writes: Write[], system: string): Promise<readonly string[]> {
    try {
      await this.#parts.store.write(writes, system);
      return [];
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      for (const game of error.games) this.#leave(game);
      return error.games;
    }
  }

  #pass(running: Running, news: News, tell: Parts['tell']): void {
    const to = running.listeners.get(news.listener);
    if (!to) return;
    if ('text' in news) tell({ told: to.page, text: news.text });
    else {
      running.listeners.delete(news.listener);
      this.#closed(to.page, news.close.code);
    }
  }

  /** Computes a job of a computer player. */
  async #play(running: Running, system: string, id: number, job: string): Promise<void> {
    const { pool } = this.#parts;
    const { js, module, referee } = running.started;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const result = await pool.play({ js, module, job }).catch(() => null);
      if (result === null) continue;
      await this.#later(running, system, () => referee.done(id, result));
      return;
    }
    this.#parts.tell({ notice: 'The computer player failed at its move. Reload this page to let it try again.' });
    // Otherwise its seat would think forever.
    await this.#later(running, system, () => referee.done(id, 'null'));
  }

  /** Calls a module outside of any request. */
  #later(running: Running, system: string, call: () => void): Promise<void> {
    return this.#turn(async () => {
      if (!this.#starter.runs(running)) return;
      try {
        await this.#call(running, 'beat', call);
        await this.#settle(running, system, 'beat');
      } catch (error) {
        if (!(error instanceof Crashed)) throw error;
      }
    });
  }

  async #hear(page: number, path: string): Promise<void> {
    this.#listening.set(page, null);
    const coming = this.#guided.coming(path);
    if (coming) await coming;
    try {
      // In the steps of a request, so that neither overtakes the other.
      const needed = await this.#need('listen', path);
      if ('status' in needed) this.#closed(page, needed.status === 503 ? AGAIN : UNKNOWN);
      else await this.#turn(() => this.#listen(page, path, needed));
    } catch {
      this.#closed(page, AGAIN);
    }
  }

  async #listen(page: number, path: string, { running, game }: Needed): Promise<void> {
    // The page may have left meanwhile.
    if (!this.#listening.has(page)) return;
    if (!game || !this.#starter.runs(running)) return this.#closed(page, game ? AGAIN : UNKNOWN);
    const what = `listen ${bare(path)}`;
    try {
      if (await this.#ready(running, game, path, what)) return this.#closed(page, AGAIN);
      const listener = await this.#call(running, what, () => running.started.referee.listen(path));
      running.listeners.set(listener, { page, game: game.id });
      this.#listening.set(page, { running, listener });
      this.#parts.tell({ opened: page });
      await this.#settle(running, game.system, what);
      this.#crashes.delete(what);
    } catch (error) {
      // A refusal of the module is a problem document.
      this.#closed(page, error instanceof NotRead ? AGAIN : error instanceof Crashed ? FAILED : UNKNOWN);
    }
  }

  #silence(page: number): void {
    const found = this.#listening.get(page);
    this.#listening.delete(page);
    if (!found) return;
    const { running, listener } = found;
    const game = running.listeners.get(listener)?.game;
    running.listeners.delete(listener);
    if (game !== undefined) this.#use(game, running);
    running.started.referee.silence(listener);
  }

  #use(game: string, { name }: Running): void {
    this.#used.set(game, { name, at: this.#parts.now() });
  }

  /** Takes a game out of memory, and lets another tab have it. */
  #drop(running: Running, game: string): void {
    this.#used.delete(game);
    running.started.referee.drop(game);
    this.#parts.locks.release(game);
    for (const [listener, one] of running.listeners) {
      if (one.game !== game) continue;
      running.listeners.delete(listener);
      this.#closed(one.page, AGAIN);
    }
  }

  /** Drops a game of this tab, whether its module runs or not. */
  #leave(game: string): void {
    const used = this.#used.get(game);
    const running = used && this.#starter.named(used.name);
    if (running) this.#drop(running, game);
    this.#used.delete(game);
    this.#parts.locks.release(game);
  }

  /** Drops the games that no page looks at. */
  #sweep(): void {
    const heard = new Set([...this.#listening.values()].flatMap((one) => one?.running.listeners.get(one.listener)?.game ?? []));
    for (const [game, { at }] of [...this.#used]) if (!heard.has(game) && !this.#parts.store.lacks(game) && this.#parts.now() - at > IDLE) this.#leave(game);
  }

  async #forget(tokens: string[]): Promise<void> {
    // Games that this tab knows can be removed without the list.
    await this.#games.list().catch(() => undefined);
    const games = new Set(tokens.flatMap((token) => this.#games.get(token)?.id ?? []));
    for (const game of games) {
      this.#leave(game);
      await this.#parts.store.remove(game);
    }
    this.#games.forget(games);
  }

  /** Loads the module of a path beforehand. */
  async #expect(path: string): Promise<void> {
    await this.#need('expect', path);
  }
}
