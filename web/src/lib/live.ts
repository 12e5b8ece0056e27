/** The live events of a seat. If the connection ends, it is made again, and resumes. */
import { referee } from '../referee';
import { Waits } from './waits';
import type { Batch, SeatInfo } from './wire';

/** `renewed`: the link was renewed elsewhere, so it leads nowhere any more. */
export type Connection = 'joining' | 'live' | 'lost' | 'renewed';

export interface LiveOptions {
  /** Returns the path of the messages from an event on. */
  path: (from: number) => string;
  /** Returns the number of the next event. */
  heard: () => number;
  /** Handles events. Returns false if earlier events are missing. */
  hear: (batch: Batch) => boolean;
  info: (info: SeatInfo) => void;
  /** Asks whether the link leads to a seat no more. */
  isVoid: () => Promise<boolean>;
  state: (connection: Connection) => void;
}

/** Close code of a connection whose link was renewed. */
const RENEWED = 4001;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

/** Receives events until the returned function is called. */
export function listen(options: LiveOptions): () => void {
  /** Ends the present connection; null if it is closed, or about to be. */
  let hangUp: (() => void) | null = null;
  /** Number of connections so far. */
  let connections = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waits = new Waits(FIRST_WAIT, LONGEST_WAIT);
  let over = false;
  let opened = false;

  const join = (): void => {
    if (over) return;
    options.state('joining');
    const own = ++connections;
    opened = false;
    // A connection that is still closing after another was opened is ignored.
    const current = () => connections === own && !over;
    const close = referee.listen(options.path(options.heard()), {
      opened: () => {
        if (!current()) return;
        opened = true;
        waits.reset();
        options.state('live');
      },
      told: (text) => {
        if (!current()) return;
        const said = JSON.parse(text) as Partial<Batch> & { info?: SeatInfo };
        if (said.info) options.info(said.info);
        if (said.events && !options.hear(said as Batch)) hangUp?.();
      },
      closed: (code) => {
        if (!current()) return;
        hangUp = null;
        if (code === RENEWED) {
          renewed();
          return;
        }
        options.state('lost');
        // The browser does not tell why a connection could not be made. It may be that the link was renewed meanwhile.
        if (!opened) void options.isVoid().then((gone) => { if (gone && !over) renewed(); });
        timer = setTimeout(join, waits.next());
      },
    });
    hangUp = () => {
      hangUp = null;
      close();
    };
  };
  const back = (): void => {
    if (hangUp) return;
    clearTimeout(timer);
    waits.reset();
    join();
  };
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', back);
    hangUp?.();
  };
  const renewed = (): void => {
    end();
    options.state('renewed');
  };
  addEventListener('online', back);
  join();
  return end;
}
