/** The live log of a seat, and its announcements for screen readers. */
import { capital } from './plain';
import { begun, EMPTY, type Heard, hear, type LogItem, type SeatLog } from './log';
import { wordsOf } from './sights';
import type { Batch, Board, Event } from './wire';

/** Announcements within this time, in milliseconds, are combined, so that neither interrupts the other. */
const BREATH = 1000;

export class Journal {
  log = $state.raw<SeatLog>(EMPTY);
  /** Text of the live region. */
  spoken = $state('');
  /** All events as received, for the checks after the game. */
  readonly events: Event[] = [];
  /** Number of events from before this page was opened. They are not announced. */
  #past = 0;
  #said = 0;

  /** Starts the log of a seat with the words of its board. */
  begin(board: Board, seat: string): void {
    this.log = begun(wordsOf(board, seat));
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

  /** Returns the announcement of an item; details are in the log only. */
  #aloud(item: LogItem): string {
    if (item.kind === 'told') return item.text;
    if (item.kind === 'rolled') return `Dice for ${item.roll.label}: ${item.roll.faces.join(', ')}.`;
    if (item.kind === 'undone') return 'The last order was undone.';
    if (item.kind === 'resigned') return `The ${capital(item.by)} side resigns.`;
    return '';
  }

  get past(): number {
    return this.#past;
  }

  /** Sets the number of events that happened before this page was opened. */
  joinedAfter(events: number): void {
    this.#past = events;
  }

  announce(words: string): void {
    const now = Date.now();
    this.spoken = now - this.#said < BREATH ? `${this.spoken} ${words}` : words;
    this.#said = now;
  }
}
