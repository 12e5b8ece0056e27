/** The seat's log as it grows, and what a listener is told of it. */
import { capital } from './plain';
import { begun, EMPTY, type Heard, hear, type LogItem, type SeatLog } from './log';
import { wordsOf } from './sights';
import type { Batch, Board, Event } from './wire';

/** What is said within this time of each other is said together, so that neither cuts the other short. */
const BREATH = 1000;

export class Journal {
  log = $state.raw<SeatLog>(EMPTY);
  /** The words for the live region. */
  spoken = $state('');
  /** Every event as it came, for the checks at the end. */
  readonly events: Event[] = [];
  /** Events before this one happened before anybody listened, and are not read out. */
  #past = 0;
  #said = 0;

  /** Begins to listen at a board, which says how what is heard is told. */
  begin(board: Board): void {
    this.log = begun(wordsOf(board));
  }

  get heard(): number {
    return this.log.heard;
  }

  hear({ from, events }: Batch): Heard {
    const before = this.log;
    const { after, heard } = hear(before, from, events);
    if (heard !== 'new') return heard;
    this.log = after;
    this.events.push(...events.slice(before.heard - from));
    const since = Math.max(before.heard, this.#past);
    const items = after.entries.slice(-12).flatMap((entry) => entry.items).filter((item) => item.n >= since);
    const words = items.map((item) => this.#aloud(item)).filter((word) => word !== '');
    if (words.length > 0) this.announce(words.join(' '));
    return heard;
  }

  /** What a listener hears of an item; the rest can be read in the log. */
  #aloud(item: LogItem): string {
    if (item.kind === 'told') return item.text;
    if (item.kind === 'rolled') return `Dice for ${item.roll.label}: ${item.roll.faces.join(', ')}.`;
    if (item.kind === 'undone') return 'The last order was undone.';
    if (item.kind === 'resigned') return `The ${capital(item.by)} side resigns.`;
    return '';
  }

  /** Whoever joins now has missed this many events. */
  joinedAfter(events: number): void {
    this.#past = events;
  }

  announce(words: string): void {
    const now = Date.now();
    this.spoken = now - this.#said < BREATH ? `${this.spoken} ${words}` : words;
    this.#said = now;
  }
}
