/** The referee in this browser: a worker with WebAssembly. What is the same in every browser comes from files. */
import type { Answered, Listener, Offline, Referee } from './referee';
import { fileOf } from './files';
import { unzipped } from './gzip';
import { keepOffline } from './offline';
import { compiled } from './worker/module';
import { filesOf } from './worker/modules';
import type { Early, ToPage, ToWorker } from './worker/protocol';

/** What `site/boot.js` has begun: the worker, and the module whose file is on its way. */
declare global {
  var undercityWorker: Worker | undefined;
  var undercityModule: string | undefined;
}

const worker = globalThis.undercityWorker ?? new Worker(new URL('./worker/referee.worker.ts', import.meta.url), { type: 'module', name: 'referee' });
const send = (message: ToWorker | Early): void => worker.postMessage(message);
if (globalThis.undercityModule !== undefined) {
  const name = globalThis.undercityModule;
  send({ comes: name });
  compiled(filesOf(name).wasm).then((module) => send({ compiled: name, module }), () => send({ compiled: name, module: null }));
}

let last = 0;
const asked = new Map<number, (answer: Answered) => void>();
const listeners = new Map<number, Listener>();
/** Messages for the player, and what shows them. */
const notices: string[] = [];
let shows: (notices: readonly string[]) => void = () => undefined;
/** Whether an order waits for the module, and what shows it. */
let loading = false;
let told: (loading: boolean) => void = () => undefined;
/** Whether the page opens without network, and what shows it. */
let offline: Offline = 'keeping';
let says: (offline: Offline) => void = () => undefined;

worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
  if ('answered' in data) {
    asked.get(data.answered)?.(data.answer);
    asked.delete(data.answered);
  } else if ('opened' in data) listeners.get(data.opened)?.opened();
  else if ('told' in data) listeners.get(data.told)?.told(data.text);
  else if ('closed' in data) {
    const listener = listeners.get(data.closed);
    listeners.delete(data.closed);
    listener?.closed(data.code);
  } else if ('loading' in data) told(loading = data.loading);
  else notice(data.notice);
};
// Its own errors are caught inside: this one could not be loaded.
worker.onerror = () => notice('A part of this page could not be loaded. Reload the page.');

function notice(words: string): void {
  if (!notices.includes(words)) notices.push(words);
  shows([...notices]);
}

/** Time without requests after which the page is at rest, in milliseconds. */
const REST = 3000;
let busy = performance.now();

function whenAtRest(act: () => void): void {
  const wait = REST - (performance.now() - busy);
  if (asked.size === 0 && wait <= 0 && document.readyState === 'complete') act();
  else setTimeout(() => whenAtRest(act), Math.max(REST / 3, wait));
}
whenAtRest(() => void keepOffline((now) => says(offline = now)));

const UNREACHABLE: Answered = { status: 0, text: '{"detail":"A part of this page could not be loaded.","code":"offline"}', after: 0 };
const UNWANTED: Answered = { status: 0, text: '{"code":"aborted"}', after: 0 };

/** Returns a file of the site as an answer. */
async function read(file: string, signal: AbortSignal | null): Promise<Answered> {
  try {
    const response = await unzipped(file, 'text/plain', signal);
    if (response.ok) return { status: response.status, text: await response.text(), after: 0 };
    return { status: response.status, text: '{"detail":"This page has nothing at this address.","code":"unknown-path"}', after: 0 };
  } catch {
    return UNREACHABLE;
  }
}

function ask(method: 'GET' | 'POST', path: string, body?: string, signal: AbortSignal | null = null): Promise<Answered> {
  busy = performance.now();
  const file = method === 'GET' ? fileOf(path) : null;
  if (file !== null) return read(file, signal);
  if (signal?.aborted) return Promise.resolve(UNWANTED);
  const n = ++last;
  return new Promise((answered) => {
    asked.set(n, (answer) => {
      // Now there is a game that the browser should not remove when it needs room.
      if (method === 'POST' && answer.status < 300 && (path === 'games' || path === 'ledgers')) void navigator.storage?.persist?.();
      answered(answer);
    });
    signal?.addEventListener('abort', () => {
      send({ cancel: n });
      asked.delete(n);
      answered(UNWANTED);
    }, { once: true });
    send({ ask: n, method, path, body });
  });
}

function listen(path: string, listener: Listener): () => void {
  const n = ++last;
  listeners.set(n, listener);
  send({ listen: n, path });
  return () => {
    send({ silence: n });
    // As of a connection that is closed from here.
    if (listeners.delete(n)) setTimeout(() => listener.closed(1000));
  };
}

export const referee: Referee = {
  can: { invites: false, paths: false, secrets: false, imports: true, cases: true }, called: 'referee', ask, listen,
  addressOf: () => null,
  forget: (links) => send({ forget: links }),
  expect: (path) => send({ expect: path }),
  whenNoticed(show) {
    shows = show;
    show([...notices]);
    return () => (shows = () => undefined);
  },
  whenLoading(show) {
    told = show;
    show(loading);
    return () => (told = () => undefined);
  },
  whenOffline(show) {
    says = show;
    show(offline);
    return () => (says = () => undefined);
  },
};
