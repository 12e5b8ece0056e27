/**
 * The referee of a browser: modules that play, the store, locks, and workers that compute. One request is handled at a
 * time, from the module to the disk, so that nothing is passed on that could be lost.
 */
import type { Answered } from '../referee';
import { type Begun, Guided } from './guided';
import type { Beat, News, Write } from './module';
import { Crashed, GIVEN_UP, NOT_FETCHED, NOT_HELD, NOT_READ, NOWHERE, type Parts, problem, RESTARTED, Running, UNREADABLE, UNWANTED } from './parts';
import { bare, parts, scenarioOf, systemOf, tokenOf } from './path';
import type { ToWorker } from './protocol';
import { Conflict, type ListedGame, NotRead } from './store';

/** Close codes as the server has them: try again. */
const AGAIN = 1013;
const FAILED = 1011;
const UNKNOWN = 1008;

/** Failures of one request after which it is given up, and those of a module, since each leaves an instance behind. */
const CRASHES = 3;
const STOPS = 10;
/** Failures of a computer player's job after which it is given up. */
const TRIES = 3;
/** Time after which a game that is not looked at leaves memory, and the time between two looks, in milliseconds. */
const IDLE = 60_000;
const SWEEP = 15_000;

/** Whether a thrown value leaves a module useless. What a module throws on purpose is text. */
const isCrash = (error: unknown): boolean => typeof error !== 'string';

export class LocalReferee {
  readonly #parts: Parts;
  /** Ends when all that was asked so far is done. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #running = new Map<string, Promise<Running>>();
  /** Names of the modules that run. */
  readonly #started = new Set<string>();
  /** Known games by token. */
  #games = new Map<string, ListedGame>();
  /** When each game of this tab was last asked for, with its module. */
  readonly #used = new Map<string, { name: string; at: number }>();
  readonly #asked = new Map<number, AbortController>();
  /** Listeners of the page: their module and its number; null while they are being opened. */
  readonly #listening = new Map<number, { running: Running; listener: number } | null>();
  /** Requests that have stopped a module since they last succeeded, by method and path, with their number. */
  readonly #crashes = new Map<string, number>();
  /** How often each module was stopped. */
  readonly #stops = new Map<string, number>();
  readonly #guided: Guided;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#guided = new Guided(parts, {
      runs: (name) => this.#started.has(name), knows: (token) => this.#games.has(token), list: () => this.#list(),
      begin: (opening) => this.#turn(() => this.#begin(opening)),
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
    if (parts(path).length === 0) return NOWHERE;
    const early = this.#guided.early(method, path, body);
    const now = early instanceof Promise ? await early : early;
    if (now) return now;
    const coming = this.#guided.coming(path);
    if (coming) await coming;
    const answer = await this.#turn(() => this.#answer(method, path, body, signal));
    // A job keeps no other request waiting.
    return typeof answer === 'function' ? answer() : answer;
  }

  /** Begins the game of an opening. @see Host.begin */
  async #begin({ link, side, scenario }: Begun): Promise<number | null | false> {
    const answer = await this.#answer('POST', 'games', JSON.stringify({ scenario, guide: true }), new AbortController().signal);
    if (typeof answer === 'function') return false;
    const own = (JSON.parse(answer.text) as { links?: Record<string, string | null> }).links?.[side] ?? '';
    const game = this.#games.get(own);
    if (!game) return answer.status === 503 && answer.after;
    game.links = { ...game.links, [link]: game.links[own] ?? 0 };
    this.#games.set(link, game);
    await this.#parts.store.write([{ game: game.id, links: game.links }], game.system);
    return null;
  }

  /** Returns the answer, or the work that makes it. */
  async #answer(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<Answered | (() => Promise<Answered>)> {
    if (signal.aborted) return UNWANTED;
    const what = `${method} ${bare(path)}`;
    if ((this.#crashes.get(what) ?? 0) >= CRASHES) return GIVEN_UP;
    const game = await this.#gameOf(path);
    const system = game?.system ?? systemOf(path, body);
    const named = scenarioOf(path, body);
    try {
      // Fetched beside the module.
      const [running, source] = await Promise.all([this.#module(system), named === null ? null : this.#parts.source(named).catch(() => undefined)]);
      if (!running || source === undefined) return NOT_FETCHED;
      const { referee, js, module } = running.started;
      if (named !== null && source) await this.#call(running, what, () => referee.offer(named, source.text, source.guide ?? undefined));
      const trouble = await this.#ready(running, game, path, what);
      if (trouble) return trouble;
      const { status, text, after, job } = await this.#call(running, what, () => {
        const answer = referee.ask(method, path, body, this.#parts.now());
        const { status, text, after, job } = answer;
        answer.free?.();
        return { status, text, after: 1000 * after, job };
      });
      const lost = await this.#settle(running, system, what);
      this.#crashes.delete(what);
      if (game && lost.includes(game.id)) return NOT_HELD;
      if (job === undefined) return { status, text, after };
      return () => this.#parts.pool.answer({ js, module, job }, signal).then(
        (made) => ({ after: 0, ...(JSON.parse(made) as { status: number; text: string }) }),
        () => (signal.aborted ? UNWANTED : GIVEN_UP),
      );
    } catch (error) {
      if (error instanceof Crashed) return error.message === '' ? RESTARTED : GIVEN_UP;
      throw error;
    }
  }

  /** Returns the game of a seat's path. Another tab may have begun it. */
  async #gameOf(path: string): Promise<ListedGame | null> {
    const token = tokenOf(path);
    if (token === null) return null;
    if (!this.#games.has(token)) await this.#list();
    return this.#games.get(token) ?? null;
  }

  async #list(): Promise<void> {
    const games = await this.#parts.store.list();
    this.#games = new Map(games.flatMap((game) => Object.keys(game.links).map((token) => [token, game] as const)));
  }

  /** Returns the module of a system; null if it can't be fetched. @throws Crashed if it has failed too often. */
  async #module(system: string): Promise<Running | null> {
    const name = this.#parts.nameOf(system);
    let running = this.#running.get(name);
    if (!running && (this.#stops.get(name) ?? 0) >= STOPS) throw new Crashed('it has failed too often');
    if (!running) {
      running = this.#parts.start(name).then((started) => new Running(name, started));
      this.#running.set(name, running);
    }
    try {
      await running;
      this.#started.add(name);
      return await running;
    } catch (error) {
      // The player is told what to do; this is for a person who builds a site.
      console.warn(`module ${name}:`, error);
      this.#running.delete(name);
      return null;
    }
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
    if (stored === null) return problem(404, 'unknown-seat', 'This game was removed from this browser');
    try {
      await this.#call(running, what, () => referee.load(wanted, stored));
    } catch (error) {
      if (error instanceof Crashed) throw error;
      return { status: UNREADABLE, text: String(error), after: 0 };
    }
    await store.use(wanted);
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

  /** Stops a module. Its games are loaded from the store when they are next asked for. */
  #stop(running: Running): void {
    clearTimeout(running.timer);
    const stops = (this.#stops.get(running.name) ?? 0) + 1;
    this.#stops.set(running.name, stops);
    if (stops === STOPS) this.#parts.tell({ notice: 'The referee failed again and again. Reload the page to start it again.' });
    this.#running.delete(running.name);
    this.#started.delete(running.name);
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
      for (const token of Object.keys(links)) this.#games.set(token, { id: game, system, links });
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
      for (const game of error.games) await this.#leave(game);
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
    const { pool, now } = this.#parts;
    const { js, module, referee } = running.started;
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const result = await pool.play({ js, module, job }).catch(() => null);
      if (result === null) continue;
      await this.#later(running, system, () => referee.done(id, result, now()));
      return;
    }
    this.#parts.tell({ notice: 'The computer player failed at its move. Reload this page to let it try again.' });
    // Otherwise its seat would think forever.
    await this.#later(running, system, () => referee.done(id, 'null', now()));
  }

  /** Calls a module outside of any request. */
  #later(running: Running, system: string, call: () => void): Promise<void> {
    return this.#turn(async () => {
      if ((await this.#running.get(running.name)?.catch(() => null)) !== running) return;
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
    // Without a wait it takes its turn at once.
    const listen = () => this.#turn(() => this.#listen(page, path));
    await (this.#guided.coming(path)?.then(listen) ?? listen());
  }

  async #listen(page: number, path: string): Promise<void> {
    // The page may have left meanwhile.
    if (!this.#listening.has(page)) return;
    const what = `listen ${bare(path)}`;
    try {
      if ((this.#crashes.get(what) ?? 0) >= CRASHES) return this.#closed(page, UNKNOWN);
      const game = await this.#gameOf(path);
      const running = game ? await this.#module(game.system) : null;
      if (!game || !running) return this.#closed(page, game ? AGAIN : UNKNOWN);
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
  async #leave(game: string): Promise<void> {
    const used = this.#used.get(game);
    const running = used && (await this.#running.get(used.name)?.catch(() => null));
    if (running) this.#drop(running, game);
    this.#used.delete(game);
    this.#parts.locks.release(game);
  }

  /** Drops the games that no page looks at. */
  async #sweep(): Promise<void> {
    const heard = new Set([...this.#listening.values()].flatMap((one) => one?.running.listeners.get(one.listener)?.game ?? []));
    for (const [game, { at }] of [...this.#used]) if (!heard.has(game) && !this.#parts.store.lacks(game) && this.#parts.now() - at > IDLE) await this.#leave(game);
  }

  async #forget(tokens: string[]): Promise<void> {
    // Games that this tab knows can be removed without the list.
    await this.#list().catch(() => undefined);
    const games = new Set(tokens.flatMap((token) => this.#games.get(token)?.id ?? []));
    for (const game of games) {
      await this.#leave(game);
      await this.#parts.store.remove(game);
    }
    for (const [token, { id }] of [...this.#games]) if (games.has(id)) this.#games.delete(token);
  }

  /** Loads the module of a path beforehand. */
  async #expect(path: string): Promise<void> {
    const game = await this.#gameOf(path).catch(() => null);
    await this.#module(game?.system ?? systemOf(path, undefined));
  }
}
