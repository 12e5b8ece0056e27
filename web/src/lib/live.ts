/** The live events of a seat over a WebSocket, which reconnects and resumes. */
import { Waits } from './waits';
import type { Batch, SeatInfo } from './wire';

/** `renewed`: the link was renewed elsewhere, so it leads nowhere any more. */
export type Connection = 'joining' | 'live' | 'lost' | 'renewed';

export interface LiveOptions {
  address: (from: number) => string;
  /** Returns the number of the next event. */
  heard: () => number;
  /** Handles events. Returns false if earlier events are missing. */
  hear: (batch: Batch) => boolean;
  info: (info: SeatInfo) => void;
  /** Asks whether the link leads to a seat no more. */
  isVoid: () => Promise<boolean>;
  state: (connection: Connection) => void;
}

/** Close code of a socket whose link was renewed. */
const RENEWED = 4001;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

/** Receives events until the returned function is called. */
export function listen(options: LiveOptions): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waits = new Waits(FIRST_WAIT, LONGEST_WAIT);
  let over = false;
  let opened = false;

  const join = (): void => {
    if (over) return;
    options.state('joining');
    const own = new WebSocket(options.address(options.heard()));
    socket = own;
    opened = false;
    // A socket that is still closing after another was opened is ignored.
    const current = () => socket === own && !over;
    socket.onopen = () => {
      if (!current()) return;
      opened = true;
      waits.reset();
      options.state('live');
    };
    socket.onmessage = (message) => {
      if (!current()) return;
      const said = JSON.parse(String(message.data)) as Partial<Batch> & { info?: SeatInfo };
      if (said.info) options.info(said.info);
      if (said.events && !options.hear(said as Batch)) own.close();
    };
    socket.onclose = ({ code }) => {
      if (!current()) return;
      if (code === RENEWED) {
        renewed();
        return;
      }
      options.state('lost');
      // The browser does not tell why a socket could not be opened. It may be that the link was renewed meanwhile.
      if (!opened) void options.isVoid().then((gone) => { if (gone && !over) renewed(); });
      timer = setTimeout(join, waits.next());
    };
  };
  const back = (): void => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(timer);
    waits.reset();
    join();
  };
  const end = (): void => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', back);
    socket?.close();
  };
  const renewed = (): void => {
    end();
    options.state('renewed');
  };
  addEventListener('online', back);
  join();
  return end;
}
