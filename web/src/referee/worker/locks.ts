/** Locks of games, so that one tab plays each. A tab that waits takes over when the other closes. */

/** The part of `navigator.locks` that is used. */
export interface LockManagerLike {
  request(name: string, options: { ifAvailable?: boolean; signal?: AbortSignal }, held: (lock: unknown) => Promise<void> | void): Promise<unknown>;
}

export class GameLocks {
  readonly #manager: LockManagerLike | undefined;
  /** Ends the lock of a game. */
  readonly #held = new Map<string, () => void>();
  /** Ends the wait for a lock. */
  readonly #waiting = new Map<string, AbortController>();

  /** Without a lock manager, or where it fails, every lock is granted. Then the store notices when two tabs write. */
  constructor(manager: LockManagerLike | undefined) {
    this.#manager = manager;
  }

  /** Takes the lock of a game. Returns false if another tab has it; then this tab waits for it. */
  async hold(game: string): Promise<boolean> {
    if (!this.#manager || this.#held.has(game)) return true;
    if (this.#waiting.has(game)) return false;
    // A browser may refuse all locks, as for some pages in frames.
    if (await this.#request(game, { ifAvailable: true }).catch(() => true)) return true;
    const stop = new AbortController();
    this.#waiting.set(game, stop);
    void this.#request(game, { signal: stop.signal }).catch(() => false).then(() => this.#waiting.delete(game));
    return false;
  }

  #request(game: string, options: { ifAvailable?: boolean; signal?: AbortSignal }): Promise<boolean> {
    return new Promise((granted, refused) => {
      const ended = this.#manager?.request(`undercity.game.${game}`, options, (lock) => {
        if (lock === null) {
          granted(false);
          return undefined;
        }
        return new Promise<void>((release) => {
          this.#held.set(game, release);
          granted(true);
        });
      });
      ended?.catch(refused);
    });
  }

  /** Gives up a lock, or the wait for it. */
  release(game: string): void {
    this.#held.get(game)?.();
    this.#held.delete(game);
    this.#waiting.get(game)?.abort();
  }
}
