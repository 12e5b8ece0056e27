/** Tabs of a browser, with a referee of words instead of a module. */
import type { Answered } from '../src/referee/referee';
import { GameLocks, type LockManagerLike } from '../src/referee/worker/locks';
import { LocalReferee } from '../src/referee/worker/local';
import type { ModuleReferee, News, Write } from '../src/referee/worker/module';
import { Openings } from '../src/referee/worker/openings';
import { WorkPool } from '../src/referee/worker/pool';
import type { ToPage } from '../src/referee/worker/protocol';
import { GameStore } from '../src/referee/worker/store';

/** A referee whose games are lists of words. An order adds one, and the computer answers it. */
export class Words implements ModuleReferee {
  games = new Map<string, string[]>();
  links = new Map<string, string>();
  listeners = new Map<number, string>();
  offered: unknown[] = [];
  changes: Write[] = [];
  told: News[] = [];
  jobs: { id: number; job: string; game: string }[] = [];
  made = 0;
  given = 0;
  constructor(readonly name: string) {}

  offer(name: string, text: string, guide: string | undefined): void {
    this.offered.push([name, text, guide]);
  }
  know(game: string, links: string): void {
    for (const token of Object.keys(JSON.parse(links) as object)) this.links.set(token, game);
  }
  wants(path: string): string | undefined {
    const game = this.links.get(decodeURIComponent(path.split(/[/?]/)[1] ?? ''));
    return game === undefined || this.games.has(game) ? undefined : game;
  }
  load(game: string, stored: string): void {
    const { lines } = JSON.parse(stored) as { lines: string[] };
    if (lines.includes('spoilt')) throw '{"code":"game-unreadable","detail":"line 2 is spoilt"}';
    this.games.set(game, lines);
  }
  drop(game: string): void {
    this.games.delete(game);
  }
  add(game: string, word: string): void {
    const lines = this.games.get(game) ?? [];
    this.changes.push({ game, after: lines.length, lines: [word] });
    lines.push(word);
    for (const [listener, of] of this.listeners) if (of === game) this.told.push({ listener, text: word });
  }
  ask(method: string, path: string, body: string | undefined): { status: number; text: string; after: number; job: string | undefined } {
    const answer = (status: number, text: string, job?: string) => ({ status, text, after: 0, job });
    if (/^crash\b/.test(path)) throw new WebAssembly.RuntimeError('unreachable');
    if (path === 'games') {
      const game = `${this.name} ${crypto.randomUUID()}`;
      const links = { [`${game} north`]: 0 };
      this.games.set(game, []);
      this.know(game, JSON.stringify(links));
      this.changes.push({ game, links, pre_game: {} });
      return answer(201, JSON.stringify({ links: { north: `${game} north` } }));
    }
    if (path === 'ledgers') return answer(0, '', 'verify');
    const [, token = '', what] = path.split(/[/?]/).map(decodeURIComponent);
    const game = this.links.get(token);
    if (game === undefined) return answer(404, '{"detail":"unknown"}');
    if (what === 'odds') return answer(0, '', 'odds');
    if (method === 'POST') {
      this.add(game, body ?? '');
      this.jobs.push({ id: ++this.given, job: `answer to ${body}`, game });
      if (body === 'crash') throw new WebAssembly.RuntimeError('unreachable');
    }
    return answer(200, (this.games.get(game) ?? []).join(' '));
  }
  writes(): string {
    return JSON.stringify(this.changes.splice(0));
  }
  listen(path: string): number {
    const game = this.links.get(decodeURIComponent(path.split('/')[1] ?? ''));
    if (game === undefined) throw '{"code":"unknown-seat"}';
    this.listeners.set(++this.made, game);
    return this.made;
  }
  silence(listener: number): void {
    this.listeners.delete(listener);
  }
  news(): string {
    return JSON.stringify(this.told.splice(0));
  }
  beat(): string {
    return JSON.stringify({ wait: null, jobs: this.jobs.map(({ id, job }) => ({ id, job })) });
  }
  done(id: number, result: string): void {
    const game = this.jobs.find((one) => one.id === id)?.game;
    this.jobs = this.jobs.filter((one) => one.id !== id);
    if (game !== undefined) this.add(game, result);
  }
}

export const rest = async (): Promise<void> => {
  for (let i = 0; i < 30; i += 1) await new Promise((done) => setTimeout(done));
};

/** A tab: its referee, and what the page was told. */
export class Tab {
  told: ToPage[] = [];
  started: Words[] = [];
  tasks: { job: string; done: (result: string) => void; fail: (error: string) => void }[] = [];
  /** Name of a module that can't be fetched. */
  refused = '';
  /** Name of a module that is held back. */
  stalled = '';
  asked = 0;
  readonly store: GameStore;
  readonly referee: LocalReferee;
  /** Starts the modules that are asked for, if they are held back. */
  fetched: () => void = () => undefined;
  constructor(locks: LockManagerLike, now: () => number = () => 0, { slow = false } = {}) {
    this.store = new GameStore({ trouble: (why) => this.told.push({ notice: why }) });
    const tasks = this.tasks;
    this.referee = new LocalReferee({
      openings: new Openings(async (name) => (name === 'tide/first' ? { side: 'north', answers: { '': { of: 'opening' }, table: ['recorded'] } } : null)),
      nameOf: (system) => system || 'tide',
      source: async (name) => (name === 'tide/first' ? { text: 'of tide', guide: 'a guide' } : null),
      start: async (name) => {
        if (name === this.refused) throw new Error('404');
        if (slow || name === this.stalled) await new Promise<void>((done) => (this.fetched = done));
        const referee = new Words(name);
        this.started.push(referee);
        return { referee, js: `${name}.js`, module: {} as WebAssembly.Module };
      },
      store: this.store, locks: new GameLocks(locks), now, tell: (message) => this.told.push(message),
      pool: new WorkPool(() => ({
        onmessage: null, onerror: null, terminate: () => undefined,
        postMessage(task) {
          tasks.push({ job: (task as { job: string }).job, done: (result) => this.onmessage?.({ data: { result } }), fail: (error) => this.onmessage?.({ data: { error } }) });
        },
      })),
    });
  }
  async ask(method: string, path: string, body?: string): Promise<Answered | undefined> {
    const n = ++this.asked;
    this.referee.take({ ask: n, method, path, body });
    await rest();
    return this.answer(n);
  }
  answer(n: number): Answered | undefined {
    return this.told.flatMap((one) => ('answered' in one && one.answered === n ? [one.answer] : []))[0];
  }
  /** Begins a game; its token, as it stands in a path. */
  async begin(system = 'tide'): Promise<string> {
    const answer = await this.ask('POST', 'games', JSON.stringify({ scenario: `${system}/first` }));
    const { links } = JSON.parse(answer?.text ?? '') as { links: { north: string } };
    return encodeURIComponent(links.north);
  }
  heard(page: number): unknown[] {
    return this.told.filter((one) => ('opened' in one && one.opened === page) || ('told' in one && one.told === page) || ('closed' in one && one.closed === page));
  }
}
