/** Shows what happened, one step after the other. */
import { type Happening, type Shown, type Step, worth } from './happened';
import { keepPace, pace, type Pace } from './memory';

/** Milliseconds that a step is shown, and those for each character of its text. */
const TIMES: Record<Exclude<Pace, 'list'>, [step: number, letter: number]> = { slow: [2200, 45], normal: [1100, 24], fast: [500, 9] };
/** Signs of the speeds. */
export const speeds: Record<Pace, string> = { slow: '½×', normal: '1×', fast: '2×', list: '≡' };
const LONGEST = 6000;
/** Number of steps that may wait; if there are more, each is shown for a shorter time. */
const PATIENCE = 5;
/** Maximum number of earlier steps that are kept. */
const MOST = 60;

/** A step with the order that it came of. */
export interface Queued {
  order: string | null;
  /** Number that is the same for all steps of an order. */
  from: number;
  step: Step;
}

export class Player {
  pace = $state<Pace>(pace());
  /** Whether the device asks for less motion. */
  still = $state(false);
  /** Steps since the player's last choice. */
  all = $state.raw<Queued[]>([]);
  at = $state(0);
  playing = $state(false);
  /** Whether the result card is open. */
  open = $state(false);
  /** Whether the step is in the upper half of the board as it is shown, so that the card is better below. */
  high = $state(false);
  /** Whether steps come as a list. */
  listed = $derived(this.still || this.pace === 'list');
  now = $derived(this.all[this.at]);
  #round = $state(0);
  /** What the board shows. */
  happening = $derived<Shown | null>(this.open && this.now ? {
    step: this.now.step, still: this.listed, round: this.#round, losses: this.all.slice(0, this.at).flatMap(({ step }) => step.marks.filter((mark) => mark.what === 'lost')),
  } : null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the player has chosen since the last step: the next steps then begin a new list. */
  #chosen = true;

  /** Shows steps, after those that are being shown. */
  add(happenings: Happening[]): void {
    const added = happenings.flatMap((one) => worth(one).map((step) => ({ order: one.order, from: one.from, step })));
    if (added.length === 0) return;
    const before = this.#chosen ? [] : this.all.slice(-MOST);
    this.at = Math.max(0, this.at - (this.all.length - before.length));
    this.all = [...before, ...added];
    this.#chosen = false;
    this.open = true;
    if (!this.playing) this.#play(before.length);
  }

  /** Takes these steps alone, to be shown when they are asked for. */
  load(happenings: Happening[]): void {
    this.close();
    this.all = happenings.flatMap(({ order, from, steps }) => steps.map((step) => ({ order, from, step })));
    this.at = Math.max(0, this.all.length - 1);
  }

  /** Shows the steps of the last order once more. */
  again(): void {
    const last = this.all.at(-1);
    if (!last) return;
    this.open = true;
    this.#play(this.all.findIndex((one) => one.from === last.from));
  }

  /** Skips what is being shown, or shows the last order once more. */
  press(): void {
    if (this.playing) this.skip();
    else this.again();
  }

  /** Shows one step, and stays there. */
  show(at: number): void {
    this.#stop();
    this.at = Math.max(0, Math.min(this.all.length - 1, at));
  }

  /** Shows the last step. */
  skip(): void {
    this.show(this.all.length - 1);
  }

  /** Closes the card, since the player has made a choice. What happened last can still be shown once more. */
  close(): void {
    this.skip();
    this.open = false;
    this.#chosen = true;
  }

  /** Takes the next speed; after the fastest the slowest. */
  faster(): void {
    const all = Object.keys(TIMES) as (keyof typeof TIMES)[];
    this.setPace(all[(all.findIndex((one) => one === this.pace) + 1) % all.length] ?? 'normal');
  }

  setPace(wanted: Pace): void {
    this.pace = wanted;
    keepPace(wanted);
    if (this.listed) this.skip();
  }

  #play(from: number): void {
    this.#stop();
    this.at = this.listed ? this.all.length - 1 : from;
    if (this.listed) return;
    this.playing = true;
    this.#round += 1;
    this.#wait();
  }

  #wait(): void {
    const step = this.now?.step;
    const [least, letter] = TIMES[this.pace === 'list' ? 'normal' : this.pace];
    const letters = (step?.lines ?? []).reduce((sum, { text }) => sum + text.length, 0);
    this.#timer = setTimeout(() => {
      // Nothing is shown to a hidden page.
      if (typeof document !== 'undefined' && document.hidden) return this.#wait();
      if (this.at + 1 >= this.all.length) this.playing = false;
      else {
        this.at += 1;
        this.#wait();
      }
    }, Math.min(LONGEST, least + letter * letters) * Math.min(1, PATIENCE / (this.all.length - this.at)));
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }
}
