/** Waits between tries. They grow, and they scatter: pages that lost one server don't all come back at one moment. */
export class Waits {
  #base: number;

  /** `first` and `longest` in milliseconds. */
  constructor(readonly first: number, readonly longest: number, readonly random: () => number = Math.random) {
    this.#base = first;
  }

  /** Returns the next wait in milliseconds, at least `least`: from half to all of the present one. */
  next(least = 0): number {
    const base = this.#base;
    this.#base = Math.min(base * 2, this.longest);
    return Math.max(base, least) * (1 + this.random()) / 2 + least / 2;
  }

  /** Begins again with the first wait. */
  reset(): void {
    this.#base = this.first;
  }
}
