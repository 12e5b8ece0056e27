/** What pieces are called, in sight or not. */
import { capital } from './plain';
import type { Handle, ScenePiece } from './wire';

const nameOn = ({ name }: ScenePiece) => capital(name);

export class Names {
  /** What pieces were called when they were last in sight. */
  #names = $state.raw<ReadonlyMap<Handle, string>>(new Map());
  /** Those that were told apart by a number once; it stays, so that earlier lines of the log name the same one. */
  readonly #numbered = new Map<Handle, string>();

  /** Those of one name are told apart by the number on the counter. */
  nameAll(pieces: ScenePiece[]): void {
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

  /** A name for a piece: its own short text now, or when it was last in sight; else what else it is known to be called by. */
  of(handle: Handle, otherwise = `Unit ${handle}`): string {
    return this.#names.get(handle) ?? otherwise;
  }
}
