/** The worker of the referee in this browser: it connects the parts. */
/// <reference lib="webworker" />
import { fileOf } from '../files';
import { unzipped } from '../gzip';
import { GameLocks } from './locks';
import { LocalReferee } from './local';
import { compiled, start } from './module';
import { filesOf, nameOf } from './modules';
import { type Opening, Openings } from './openings';
import type { Source } from './parts';
import { type Computer, WorkPool } from './pool';
import type { Early, ToPage, ToWorker } from './protocol';
import { GameStore } from './store';
import { TROUBLES } from './troubles';
import { STALLED } from './whole';

/** Folder of the page, from that of this worker. */
const PAGE = '../';
const addressOf = (file: string): string => new URL(`${PAGE}${file}`, self.location.href).href;

/** Compiled modules by name, or about to be. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

function moduleOf(name: string): Promise<WebAssembly.Module> {
  const found = modules.get(name) ?? compiled(addressOf(filesOf(name).wasm));
  modules.set(name, found);
  found.catch(() => modules.delete(name));
  return found;
}

/** Takes a module that the page has begun to fetch. If that fails it is fetched here. */
function takeModule(name: string, made: Promise<WebAssembly.Module>): void {
  modules.set(name, made.catch(() => compiled(addressOf(filesOf(name).wasm))));
}
/** Modules that the page has announced, by name. */
const awaited = new Map<string, (module: WebAssembly.Module | null) => void>();

/** Fetches a file about a built-in scenario; null if there is none. */
async function about<T>(name: string, what: 'opening' | 'source'): Promise<T | null> {
  const file = fileOf(`scenarios/${name}/${what}`);
  const response = file === null ? null : await unzipped(addressOf(file), 'application/json', AbortSignal.timeout(STALLED));
  if (response?.status === 404) return null;
  if (!response?.ok) throw new Error(`${name} was not fetched`);
  return await response.json() as T;
}

const tell = (message: ToPage): void => postMessage(message);
const referee = new LocalReferee({
  nameOf,
  source: (name) => about<Source>(name, 'source'),
  openings: new Openings((name) => about<Opening>(name, 'opening')),
  async start(name) {
    const js = addressOf(filesOf(name).js);
    const module = moduleOf(name);
    const { Referee } = await start(js, module);
    return { referee: new Referee(), js, module: await module };
  },
  store: new GameStore({ trouble: (why) => tell({ notice: TROUBLES[why] }) }),
  locks: new GameLocks(navigator.locks as typeof navigator.locks | undefined),
  pool: new WorkPool(() => new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' }) as Computer),
  tell,
  now: () => performance.now(),
});

onmessage = ({ data }: MessageEvent<ToWorker | Early>) => {
  if ('comes' in data) {
    takeModule(data.comes, new Promise((made, failed) => {
      awaited.set(data.comes, (module) => (module ? made(module) : failed(new Error('not fetched'))));
    }));
    referee.take({ expect: `systems/${data.comes}` });
  } else if ('compiled' in data) awaited.get(data.compiled)?.(data.module);
  else referee.take(data);
};
