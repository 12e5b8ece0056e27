/** The worker of the referee in this browser: it connects the parts. */
/// <reference lib="webworker" />
import { GameLocks } from './locks';
import { LocalReferee } from './local';
import { compiled, type ModuleFiles, start } from './module';
import { type Computer, WorkPool } from './pool';
import type { ToPage, ToWorker } from './protocol';
import { GameStore } from './store';
import { TROUBLES } from './troubles';

/** The files of each module, relative to the page; the build fills it in. */
declare const __MODULES__: Record<string, ModuleFiles>;
/** Folder of the page, from that of this worker. */
const PAGE = '../';

const addressOf = (file: string): string => new URL(`${PAGE}${file}`, self.location.href).href;
/** Compiled modules by name, or about to be. */
const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Returns the name of the module that plays a system: its own if it has one. */
const nameOf = (system: string): string => (system in __MODULES__ ? system : (Object.keys(__MODULES__)[0] ?? ''));

async function moduleOf(name: string): Promise<{ js: string; module: WebAssembly.Module }> {
  const files = __MODULES__[name];
  if (!files) throw new Error('this page was built without its modules');
  const found = modules.get(name) ?? compiled(addressOf(files.wasm));
  modules.set(name, found);
  try {
    return { js: addressOf(files.js), module: await found };
  } catch (error) {
    modules.delete(name);
    throw error;
  }
}

const tell = (message: ToPage): void => postMessage(message);
const referee = new LocalReferee({
  nameOf,
  async start(name) {
    const { js, module } = await moduleOf(name);
    const { Referee } = await start(js, module);
    return { referee: new Referee(), js, module };
  },
  store: new GameStore({ trouble: (why) => tell({ notice: TROUBLES[why] }) }),
  locks: new GameLocks(navigator.locks as typeof navigator.locks | undefined),
  pool: new WorkPool(() => new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' }) as Computer),
  tell,
  now: () => performance.now(),
});

onmessage = ({ data }: MessageEvent<ToWorker>) => referee.take(data);
