/** The names of pieces, in view or not. */
import { capital } from './plain';
import type { Handle, ScenePiece } from './wire';

const nameOn = ({ name }: ScenePiece) => capital(name);

export class Names {
  /** Names of pieces when they were last in view. */
  #names = $state.raw<ReadonlyMap<Handle, string>>(new Map());
  /**
   * Pieces whose name once needed a number. The number stays, so that earlier lines of the log refer to the same piece.
   */
  readonly #numbered = new Map<Handle, string>();

  /** Names pieces; those with equal names get the number of their counter. */
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

  /** Returns the name of a piece: its label now or when it was last in view, or else `otherwise`. */
  of(handle: Handle, otherwise = `Unit ${handle}`): string {
    return this.#names.get(handle) ?? otherwise;
  }
}
