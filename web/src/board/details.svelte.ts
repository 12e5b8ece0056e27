/** The detail in which the counters of each hex are drawn, changed a few hexes per frame, so that no frame is dropped. */
import { untrack } from 'svelte';

/** `none` far outside the view, `plain` without print, `large` with larger print. */
export type Detail = 'none' | 'plain' | 'large' | 'full';

const A_FRAME = 3;

export class Details {
  #known = $state.raw(new Map<string, Detail>());
  readonly #wanted: (hex: string) => Detail;

  /** `wanted` is the detail of a hex in the present view. */
  constructor(hexes: () => string[], wanted: (hex: string) => Detail) {
    this.#wanted = wanted;
    $effect(() => {
      const late = hexes().filter((hex) => untrack(() => this.#known).get(hex) !== wanted(hex));
      let frame = 0;
      const go = () => {
        const next = new Map(untrack(() => this.#known));
        for (const hex of late.splice(0, A_FRAME)) next.set(hex, untrack(() => wanted(hex)));
        this.#known = next;
        if (late.length > 0) frame = requestAnimationFrame(go);
      };
      if (late.length > 0) go();
      return () => cancelAnimationFrame(frame);
    });
  }

  of(hex: string): Detail {
    return this.#known.get(hex) ?? this.#wanted(hex);
  }
}
