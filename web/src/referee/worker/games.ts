/** The games of this browser that its referee knows, by the links to their seats. */
import type { GameStore, ListedGame } from './store';

export class Games {
  readonly #store: GameStore;
  #known = new Map<string, ListedGame>();

  constructor(store: GameStore) {
    this.#store = store;
  }

  /** Reads which games are stored. @throws NotRead */
  async list(): Promise<void> {
    const games = await this.#store.list();
    this.#known = new Map(games.flatMap((game) => Object.keys(game.links).map((token) => [token, game] as const)));
  }

  get(token: string): ListedGame | null {
    return this.#known.get(token) ?? null;
  }

  /** Returns the game of a link. Another tab may have begun it. @throws NotRead */
  async find(token: string): Promise<ListedGame | null> {
    if (!this.#known.has(token)) await this.list();
    return this.get(token);
  }

  /** Notes a game with its links. */
  note(game: ListedGame): void {
    for (const token of Object.keys(game.links)) this.#known.set(token, game);
  }

  forget(games: ReadonlySet<string>): void {
    for (const [token, { id }] of [...this.#known]) if (games.has(id)) this.#known.delete(token);
  }
}
