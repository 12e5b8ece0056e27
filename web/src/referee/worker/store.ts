/**
 * The games of this browser, in IndexedDB. What can't be stored stays in memory, and is tried again with the next
 * change: a game is never stored with a gap.
 */
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

import type { Write } from './module';

interface StoredGame {
  id: string;
  /** Rule system, which decides the module that plays the game. */
  system: string;
  links: Record<string, number>;
  pre_game: unknown;
  /** Number of lines of the ledger. */
  count: number;
}

interface Schema extends DBSchema {
  games: { key: string; value: StoredGame };
  lines: { key: [string, number]; value: { game: string; n: number; text: string } };
  responses: { key: [string, number]; value: { game: string; n: number; response: unknown } };
}

export type Database = IDBPDatabase<Schema>;
type Upgrading = IDBPTransaction<Schema, ('games' | 'lines' | 'responses')[], 'versionchange'>;
/** Brings a store from one version to the next. */
export type Migration = (db: Database, transaction: Upgrading) => void | Promise<void>;

/** The first creates the store. A later one is added at the end when the form of the store changes. */
const MIGRATIONS: Migration[] = [
  (db) => {
    db.createObjectStore('games', { keyPath: 'id' });
    db.createObjectStore('lines', { keyPath: ['game', 'n'] });
    db.createObjectStore('responses', { keyPath: ['game', 'n'] });
  },
];

const ALL = ['games', 'lines', 'responses'] as const;

/** Reason why games are not stored. */
export type StoreTrouble = 'forbidden' | 'full' | 'newer' | 'older' | 'failed';

/** A game that this browser has. */
export interface ListedGame {
  id: string;
  system: string;
  links: Record<string, number>;
}

/** A write of another tab came between, in each of these games. */
export class Conflict extends Error {
  constructor(readonly games: readonly string[]) {
    super(`changed elsewhere: ${games.join(', ')}`);
  }
}

/** The store can't be read, so it isn't known which games it has. */
export class NotRead extends Error {}

const NO_GAME = (id: string): StoredGame => ({ id, system: '', links: {}, pre_game: null, count: 0 });
const rangeOf = (game: string) => IDBKeyRange.bound([game, 0], [game, Infinity]);

export interface StoreOptions {
  /** Tells once why games are not stored. */
  trouble: (why: StoreTrouble) => void;
  name?: string;
  migrations?: Migration[];
}

export class GameStore {
  readonly #options: Required<StoreOptions>;
  #db: Database | null = null;
  /** Whether there are games that can't be read: a newer page's, or those of a store that was closed. */
  #cut = false;
  readonly #opened: Promise<void>;
  /** Changes that are not on disk, in their order. */
  #unsaved: Write[] = [];
  #systems = new Map<string, string>();
  #told = new Set<StoreTrouble>();

  constructor(options: StoreOptions) {
    this.#options = { name: 'undercity', migrations: MIGRATIONS, ...options };
    this.#opened = this.#open();
  }

  async #open(): Promise<void> {
    const { name, migrations } = this.#options;
    try {
      this.#db = await openDB<Schema>(name, migrations.length, {
        async upgrade(db, from, _, transaction) {
          for (const migration of migrations.slice(from)) await migration(db, transaction as Upgrading);
        },
        // Another tab has a newer page. It waits until this store is closed.
        blocking: (_, __, event) => {
          (event.target as IDBDatabase).close();
          this.#lose('older');
        },
        terminated: () => this.#lose('failed'),
      });
    } catch (error) {
      if ((error as Error | undefined)?.name === 'VersionError') this.#lose('newer');
      else this.#tell('forbidden');
    }
  }

  #lose(why: StoreTrouble): void {
    this.#db = null;
    this.#cut = true;
    this.#tell(why);
  }

  #tell(why: StoreTrouble): void {
    if (this.#told.has(why)) return;
    this.#told.add(why);
    this.#options.trouble(why);
  }

  /** Whether changes of a game are not on disk. */
  lacks(id: string): boolean {
    return this.#unsaved.some(({ game }) => game === id);
  }

  /** Returns all games. @throws NotRead */
  async list(): Promise<ListedGame[]> {
    const stored = await this.#reading((db) => db.getAll('games'));
    const games = new Map((stored ?? []).map(({ id, system, links }) => [id, { id, system, links }]));
    for (const { game, links } of this.#unsaved) if (links) games.set(game, { id: game, system: this.#systems.get(game) ?? '', links });
    return [...games.values()];
  }

  /** Reads; null without a store. @throws NotRead */
  async #reading<T>(read: (db: Database) => Promise<T>): Promise<T | null> {
    await this.#opened;
    if (this.#cut) throw new NotRead('the store is closed');
    try {
      return this.#db && (await read(this.#db));
    } catch (error) {
      throw new NotRead(String(error));
    }
  }

  /** Returns a game as JSON for the module; null if it isn't stored. @throws NotRead */
  async load(id: string): Promise<string | null> {
    await this.#opened;
    // A game that was begun after the store was closed is whole in memory.
    const whole = this.#cut && this.#unsaved.some(({ game, links, after = 0 }) => game === id && links && after === 0);
    const found = whole ? null : await this.#reading((db) => this.#read(db, id));
    const game = found?.game ?? NO_GAME(id);
    const lines = found?.lines ?? [];
    const responses = found?.responses ?? [];
    const unsaved = this.#unsaved.filter((write) => write.game === id);
    if (!found && !unsaved.some(({ links }) => links)) return null;
    for (const write of unsaved) {
      if (write.pre_game !== undefined) game.pre_game = write.pre_game;
      lines.splice(write.after ?? lines.length, Infinity, ...(write.lines ?? []));
      if (write.response != null) responses.push(write.response);
    }
    return JSON.stringify({ pre_game: game.pre_game, lines, responses });
  }

  async #read(db: Database, id: string): Promise<{ game: StoredGame; lines: string[]; responses: unknown[] } | null> {
    const transaction = db.transaction(ALL);
    const [game, lines, responses] = await Promise.all([
      transaction.objectStore('games').get(id), transaction.objectStore('lines').getAll(rangeOf(id)), transaction.objectStore('responses').getAll(rangeOf(id)),
    ]);
    return game ? { game, lines: lines.map(({ text }) => text), responses: responses.map(({ response }) => response) } : null;
  }

  /** Stores changes, those of each game all or none. Where that fails they stay in memory. @throws Conflict after the rest */
  async write(writes: Write[], system: string): Promise<void> {
    await this.#opened;
    for (const { game, links } of writes) if (links) this.#systems.set(game, system);
    if (writes.length === 0) return;
    const all = [...this.#unsaved, ...writes];
    this.#unsaved = all;
    const conflicts: string[] = [];
    // What one game can't store must not keep the others from it.
    for (const id of new Set(all.map(({ game }) => game))) {
      if (!this.#db) break;
      try {
        await this.#put(this.#db, all.filter(({ game }) => game === id));
      } catch (error) {
        const name = (error as Error | undefined)?.name;
        if (!(error instanceof Conflict) && name !== 'ConstraintError') {
          this.#tell(name === 'QuotaExceededError' ? 'full' : 'failed');
          continue;
        }
        conflicts.push(id);
      }
      this.#unsaved = this.#unsaved.filter(({ game }) => game !== id);
    }
    if (conflicts.length > 0) throw new Conflict(conflicts);
  }

  async #put(db: Database, writes: Write[]): Promise<void> {
    const transaction = db.transaction(ALL, 'readwrite', { durability: 'strict' });
    const ended = transaction.done.then(() => null, (error: unknown) => error);
    try {
      for (const write of writes) await this.#change(transaction, write);
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already. Then it may tell why, and the request only that it was aborted.
        throw (error as Error | undefined)?.name === 'AbortError' ? ((await ended) ?? error) : error;
      }
      throw error;
    }
    const error = await ended;
    if (error !== null) throw error;
  }

  async #change(transaction: IDBPTransaction<Schema, typeof ALL, 'readwrite'>, write: Write): Promise<void> {
    const { game: id, links, pre_game, lines = [], after, response } = write;
    const games = transaction.objectStore('games');
    const found = await games.get(id);
    if (!found && !links) throw new Conflict([id]);
    const game = found ?? { ...NO_GAME(id), system: this.#systems.get(id) ?? '' };
    if (lines.length > 0 && (after ?? game.count) !== game.count) throw new Conflict([id]);
    for (const [i, text] of lines.entries()) await transaction.objectStore('lines').add({ game: id, n: game.count + i, text });
    if (response != null) {
      const responses = transaction.objectStore('responses');
      await responses.add({ game: id, n: await responses.count(rangeOf(id)), response });
    }
    await games.put({ ...game, ...(links ? { links } : {}), ...(pre_game === undefined ? {} : { pre_game }), count: game.count + lines.length });
  }

  async remove(id: string): Promise<void> {
    await this.#opened;
    this.#unsaved = this.#unsaved.filter(({ game }) => game !== id);
    if (!this.#db) return;
    const transaction = this.#db.transaction(ALL, 'readwrite');
    await Promise.all([
      transaction.objectStore('games').delete(id), transaction.objectStore('lines').delete(rangeOf(id)),
      transaction.objectStore('responses').delete(rangeOf(id)), transaction.done,
    ]);
  }
}
