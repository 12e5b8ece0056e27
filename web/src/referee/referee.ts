/** What the page asks of a referee, whether that is a server or runs in this browser. */

/** The answer to a request. */
export interface Answered {
  /** A status of HTTP; 0 if the referee can't be reached. */
  status: number;
  /** JSON, or the text of a file. An error is a problem document. */
  text: string;
  /** Time after which the referee wants to be asked again, in milliseconds; 0 if it doesn't say. */
  after: number;
}

/** Receives the messages of a seat. */
export interface Listener {
  opened: () => void;
  /** Handles a message: JSON with events, or with the seat's information. */
  told: (text: string) => void;
  /** Handles the end: a close code of WebSocket. Nothing follows. */
  closed: (code: number) => void;
}

/** What a referee can do. The page offers nothing else. */
export interface Abilities {
  /** Whether other browsers reach this referee: by links and QR codes for players and spectators, which can be renewed. */
  invites: boolean;
  /** Whether the page's addresses are paths. Otherwise they follow `#`, since the page is one file. */
  paths: boolean;
  /** Whether the referee can keep a secret from the user of this browser. */
  secrets: boolean;
  /** Whether a ledger can be opened as a game. */
  imports: boolean;
  /** Whether conformance cases can be stepped through. */
  cases: boolean;
}

/** Whether the page opens without network: it is being kept in this browser, it is kept, or why it is not. */
export type Offline = 'keeping' | 'kept' | 'full' | 'insecure' | 'unable' | 'failed';

export interface Referee {
  readonly can: Abilities;
  /** Name of the referee in messages, such as “server”. */
  readonly called: string;
  /** Sends a request. The path is that of the HTTP interface after `/api/`, with its query. Never rejects. */
  ask: (method: 'GET' | 'POST', path: string, body?: string, signal?: AbortSignal | null) => Promise<Answered>;
  /** Receives the messages of a path such as `seats/T/live?from=0`, until the returned function is called. */
  listen: (path: string, listener: Listener) => () => void;
  /** Returns the address of a file, for images and downloads; null if it must be asked for. */
  addressOf: (path: string) => string | null;
  /** Deletes the games of these links, if they are kept in this browser. */
  forget: (links: string[]) => void;
  /** Announces a path that will be asked soon. */
  expect: (path: string) => void;
  /** Passes on all messages for the player so far, whenever there is another. Returns the end of that. */
  whenNoticed: (show: (notices: readonly string[]) => void) => () => void;
  /** Passes on whether an order waits because the referee is still being loaded. Returns the end of that. */
  whenLoading: (show: (loading: boolean) => void) => () => void;
  /** Passes on whether the page opens without network; nothing for a server's. Returns the end of that. */
  whenOffline: (show: (offline: Offline) => void) => () => void;
}
