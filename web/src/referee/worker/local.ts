/**
 * The referee of a browser: modules that play, the store, locks, and workers that compute. One request is handled at a
 * time, from the module to the disk, so that nothing is passed on that could be lost.
 */
import type { Answered } from '../referee';
import type { Beat, News, Write } from './module';
import { scenarioOfLink } from './openings';
import { Crashed, GIVEN_UP, NOT_FETCHED, NOT_HELD, opened, type Parts, problem, RESTARTED, Running, UNREADABLE } from './parts';
import { lessonOf, scenarioOf, systemOf, tokenOf } from './path';
import type { ToWorker } from './protocol';
import { Conflict, type ListedGame } from './store';

/** Close codes as the server has them: try again. */
const AGAIN = 1013;
const FAILED = 1011;
const UNKNOWN = 1008;

/** Failure to fetch a module after which the player is told. */
const TOLD = 3;
/** Failures of one request after which it is given up. */
const CRASHES = 3;
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
  /** Requests that have stopped a module, with their number. */
  readonly #crashes = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    setInterval(() => void this.#turn(async () => this.#sweep()), SWEEP);
  }

  take(message: ToWorker): void {
    if ('ask' in message) void this.#ask(message);
    else if ('cancel' in message) this.#asked.get(message.cancel)?.abort();
    else if ('listen' in message) void this.#turn(() => this.#listen(message.listen, message.path));
    else if ('silence' in message) void this.#turn(async () => this.#silence(message.silence));
    else if ('forget' in message) void this.#turn(() => this.#forget(message.forget));
    else void this.#expect(message.expect);
  }

  /** Does something when all before it is done. */
  #turn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #ask({ ask: n, method, path, body }: Extract<ToWorker, { ask: number }>): Promise<void> {
    const early = this.#early(method, path, body);
    const now = early instanceof Promise ? await early : early;
    if (now) {
      this.#parts.tell({ answered: n, answer: now });
      return;
    }
    const stop = new AbortController();
    this.#asked.set(n, stop);
    const answer = await this.#turn(() => this.#answer(method, path, body, stop.signal)).catch((error: unknown) => problem(500, 'failed', String(error)));
    this.#asked.delete(n);
    if (typeof answer !== 'function') this.#parts.tell({ answered: n, answer });
    // A job keeps no other request waiting.
    else void answer().then((made) => this.#parts.tell({ answered: n, answer: made }));
  }

  /** Answers from the recorded opening of a guided game, while its module is not there. */
  #early(method: string, path: string, body: string | undefined): Answered | null | Promise<Answered | null> {
    const { openings } = this.#parts;
    const lesson = lessonOf(path, body);
    if (lesson !== null) return this.#started.has(this.#parts.nameOf(systemOf(path, body))) ? null : this.#open(lesson).then((link) => link && opened(link));
    const token = tokenOf(path);
    if (token === null || this.#games.has(token)) return null;
    const scenario = scenarioOfLink(token);
    if (scenario === null || openings.has(token)) return openings.answer(method, path);
    // The page was loaded anew. Its game may be there, or may not have begun.
    return this.#list().then(() => (this.#games.has(token) ? null : this.#open(scenario, token))).then((link) => link && openings.answer(method, path));
  }

  /** Begins the guided game of a scenario with its recorded opening, and then in its module. */
  async #open(scenario: string, token?: string): Promise<{ link: string; side: string } | null> {
    const begun = await this.#parts.openings.begin(scenario, token);
    if (begun) void this.#turn(() => begun.whenShown.then(() => this.#catchUp(begun, scenario)));
    return begun;
  }

  /** Begins the game of an opening in its module. The link of the opening leads to it. */
  async #catchUp({ link, side }: { link: string; side: string }, scenario: string): Promise<void> {
    const { store, openings } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#answer('POST', 'games', JSON.stringify({ scenario, guide: true }), new AbortController().signal);
      if (typeof answer === 'function') return;
      const { links } = JSON.parse(answer.text) as { links?: Record<string, string | null> };
      const game = this.#games.get(links?.[side] ?? '');
      const running = game && (await this.#module(game.system));
      if (game && running) {
        game.links[link] = game.links[links?.[side] ?? ''] ?? 0;
        await this.#call(running, '', () => running.started.referee.know(game.id, JSON.stringify(game.links)));
        await store.write([{ game: game.id, links: game.links }], game.system);
        this.#games.set(link, game);
        break;
      }
      if (answer.status !== 503) {
        this.#parts.tell({ notice: 'This game could not be started. Reload the page to try again.' });
        break;
      }
      if (tries === TOLD) this.#parts.tell({ notice: 'The rules of this game could not be loaded yet. The page tries again.' });
      await new Promise((done) => setTimeout(done, answer.after));
    }
    openings.end(link);
  }

  /** Returns the answer, or the work that makes it. */
  async #answer(method: string, path: string, body: string | undefined, signal: AbortSignal): Promise<Answered | (() => Promise<Answered>)> {
    if (signal.aborted) return problem(0, 'aborted', 'Not wanted any more');
    const game = await this.#gameOf(path);
    const system = game?.system ?? systemOf(path, body);
    const named = scenarioOf(path, body);
    // Fetched beside the module.
    const [running, source] = await Promise.all([this.#module(system), named === null ? null : this.#parts.source(named).catch(() => undefined)]);
    if (!running || source === undefined) return NOT_FETCHED;
    const { referee, js, module } = running.started;
    try {
      if (named !== null && source) await this.#call(running, '', () => referee.offer(named, source.text, source.guide ?? undefined));
      const trouble = await this.#ready(running, game, path);
      if (trouble) return trouble;
      const { status, text, after, job } = await this.#call(running, [method, path, body].join(' '), () => {
        const answer = referee.ask(method, path, body, this.#parts.now());
        const { status, text, after, job } = answer;
        answer.free?.();
        return { status, text, after: 1000 * after, job };
      });
      await this.#settle(running, system);
      if (job === undefined) return { status, text, after };
      return () => this.#parts.pool.answer({ js, module, job }, signal).then(
        (made) => ({ after: 0, ...(JSON.parse(made) as { status: number; text: string }) }),
        () => (signal.aborted ? problem(0, 'aborted', 'Not wanted any more') : GIVEN_UP),
      );
    } catch (error) {
      return this.#refused(running, error);
    }
  }

  #refused(running: Running, error: unknown): Answered {
    if (error instanceof Conflict) {
      this.#drop(running, error.game);
      return NOT_HELD;
    }
    if (error instanceof Crashed) return error.message === '' ? RESTARTED : GIVEN_UP;
    throw error;
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

  /** Returns the module of a system; null if it can't be fetched. */
  async #module(system: string): Promise<Running | null> {
    const name = this.#parts.nameOf(system);
    let running = this.#running.get(name);
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
  async #ready(running: Running, game: ListedGame | null, path: string): Promise<Answered | null> {
    if (!game) return null;
    const { store, locks } = this.#parts;
    if (!(await locks.hold(game.id))) return NOT_HELD;
    const { referee } = running.started;
    if (!running.known.has(game.id)) {
      running.known.add(game.id);
      await this.#call(running, '', () => referee.know(game.id, JSON.stringify(game.links)));
    }
    const wanted = await this.#call(running, '', () => referee.wants(path));
    this.#use(game.id, running);
    if (wanted === undefined) return null;
    const stored = await store.load(wanted);
    if (stored === null) return problem(404, 'unknown-seat', 'This game was removed from this browser');
    try {
      await this.#call(running, `load ${wanted}`, () => referee.load(wanted, stored));
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
    this.#running.delete(running.name);
    this.#started.delete(running.name);
    for (const { page } of running.listeners.values()) this.#closed(page, FAILED);
    running.listeners.clear();
  }

  #closed(page: number, code: number): void {
    if (!this.#listening.delete(page)) return;
    this.#parts.tell({ closed: page, code });
  }

  /** Stores what a module has changed, passes its messages on, and starts the work of computer players. */
  async #settle(running: Running, system: string): Promise<void> {
    const { store, now, tell } = this.#parts;
    const { referee } = running.started;
    clearTimeout(running.timer);
    const [beat, writes, news] = await this.#call(running, 'beat', () => {
      const made = JSON.parse(referee.beat(now())) as Beat;
      return [made, JSON.parse(referee.writes()) as Write[], JSON.parse(referee.news()) as News[]] as const;
    });
    if (beat.wait !== null) running.timer = setTimeout(() => this.#again(running, system), beat.wait);
    for (const { game, links } of writes) {
      if (!links) continue;
      // Nothing else can know the game yet.
      await this.#parts.locks.hold(game);
      this.#use(game, running);
      running.known.add(game);
      for (const token of Object.keys(links)) this.#games.set(token, { id: game, system, links });
    }
    await store.write(writes, system);
    for (const one of news) this.#pass(running, one, tell);
    for (const { id, job } of beat.jobs) void this.#play(running, system, id, job);
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
  }

  #again(running: Running, system: string): void {
    void this.#later(running, system, () => undefined);
  }

  /** Calls a module outside of any request. */
  #later(running: Running, system: string, call: () => void): Promise<void> {
    return this.#turn(async () => {
      if ((await this.#running.get(running.name)?.catch(() => null)) !== running) return;
      try {
        await this.#call(running, 'beat', call);
        await this.#settle(running, system);
      } catch (error) {
        if (error instanceof Conflict) this.#drop(running, error.game);
        else if (!(error instanceof Crashed)) throw error;
      }
    });
  }

  async #listen(page: number, path: string): Promise<void> {
    this.#listening.set(page, null);
    const game = await this.#gameOf(path);
    const running = game ? await this.#module(game.system) : null;
    if (!game || !running) return this.#closed(page, game ? AGAIN : UNKNOWN);
    try {
      if (await this.#ready(running, game, path)) return this.#closed(page, AGAIN);
      const listener = await this.#call(running, `listen ${path}`, () => running.started.referee.listen(path));
      running.listeners.set(listener, { page, game: game.id });
      this.#listening.set(page, { running, listener });
      this.#parts.tell({ opened: page });
      await this.#settle(running, game.system);
    } catch (error) {
      if (error instanceof Conflict) this.#drop(running, error.game);
      // A refusal of the module is a problem document.
      else this.#closed(page, error instanceof Crashed ? FAILED : UNKNOWN);
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
    for (const [game, { at }] of [...this.#used]) if (!heard.has(game) && this.#parts.now() - at > IDLE) await this.#leave(game);
  }

  async #forget(tokens: string[]): Promise<void> {
    await this.#list();
    const games = new Set(tokens.flatMap((token) => this.#games.get(token)?.id ?? []));
    for (const game of games) {
      await this.#leave(game);
      await this.#parts.store.remove(game);
    }
    if (games.size > 0) await this.#list();
  }

  /** Loads the module of a path beforehand. */
  async #expect(path: string): Promise<void> {
    const game = await this.#gameOf(path).catch(() => null);
    await this.#module(game?.system ?? systemOf(path, undefined));
  }
}
