/** The live events of a seat over a WebSocket, which reconnects and resumes. */
import { Waits } from './waits';
import type { Batch, SeatInfo } from './wire';

export type Connection = 'joining' | 'live' | 'lost';

export interface LiveOptions {
  address: (from: number) => string;
  /** Returns the number of the next event. */
  heard: () => number;
  /** Handles events. Returns false if earlier events are missing. */
  hear: (batch: Batch) => boolean;
  info: (info: SeatInfo) => void;
  state: (connection: Connection) => void;
}

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

/** Receives events until the returned function is called. */
export function listen(options: LiveOptions): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waits = new Waits(FIRST_WAIT, LONGEST_WAIT);
  let over = false;

  const join = (): void => {
    if (over) return;
    options.state('joining');
    const own = new WebSocket(options.address(options.heard()));
    socket = own;
    // A socket that is still closing after another was opened is ignored.
    const current = () => socket === own && !over;
    socket.onopen = () => {
      if (!current()) return;
      waits.reset();
      options.state('live');
    };
    socket.onmessage = (message) => {
      if (!current()) return;
      const said = JSON.parse(String(message.data)) as Partial<Batch> & { info?: SeatInfo };
      if (said.info) options.info(said.info);
      if (said.events && !options.hear(said as Batch)) own.close();
    };
    socket.onclose = () => {
      if (!current()) return;
      options.state('lost');
      timer = setTimeout(join, waits.next());
    };
  };
  const back = (): void => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(timer);
    waits.reset();
    join();
  };
  addEventListener('online', back);
  join();
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', back);
    socket?.close();
  };
}
