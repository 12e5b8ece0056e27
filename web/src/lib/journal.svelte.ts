/** The seat's transcript as it grows, and what a listener is told of it. */
import { EMPTY, type Heard, hear, type LogItem, type Transcript } from './transcript';
import type { Batch, Event } from './wire';

/** Events within this time of joining are history and not read out. */
const HISTORY = 1200;

export class Journal {
  transcript = $state.raw<Transcript>(EMPTY);
  /** The words for the live region. */
  spoken = $state('');
  /** Every event as it came, for the checks at the end. */
  readonly events: Event[] = [];
  readonly #joined = Date.now();

  get heard(): number {
    return this.transcript.heard;
  }

  hear({ from, events }: Batch): Heard {
    const before = this.transcript;
    const { after, heard } = hear(before, from, events);
    if (heard !== 'new') return heard;
    this.transcript = after;
    this.events.push(...events.slice(before.heard - from));
    if (Date.now() - this.#joined > HISTORY) {
      const items = after.entries.slice(-12).flatMap((entry) => entry.items).filter((item) => item.n >= before.heard);
      const words = items.map((item) => this.#aloud(item)).filter((word) => word !== '');
      if (words.length > 0) this.announce(words.join(' '));
    }
    return heard;
  }

  /** What a listener hears of an item; the rest can be read in the log. */
  #aloud(item: LogItem): string {
    if (item.kind === 'told') return item.text;
    if (item.kind === 'rolled') return `Dice for ${item.roll.label}: ${item.roll.faces.join(', ')}.`;
    if (item.kind === 'undone') return 'The last order was taken back.';
    return '';
  }

  announce(words: string): void {
    this.spoken = words;
  }
}
