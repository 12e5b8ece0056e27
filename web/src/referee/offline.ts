/** Keeps the site in this browser, so that it opens without network. */
import type { Offline } from './referee';

/** The service worker and its folder, from the page's. */
const [WORKER, FOLDER] = ['../sw.js', '../'];
/** Time before other files than the page's are kept, in milliseconds. */
const REST = 5000;
/** Free room below which a failure is put down to a full store, in bytes. All files of a site have less. */
const ROOM = 32 * 2 ** 20;

/**
 * Registers the service worker, and tells what becomes of it. Call it when the page is at rest: it fetches all that the
 * page needs.
 */
export async function keepOffline(tell: (offline: Offline) => void): Promise<void> {
  // Missing over plain HTTP, and in some private windows.
  if (!('serviceWorker' in navigator)) return tell(globalThis.isSecureContext ? 'unable' : 'insecure');
  const { serviceWorker } = navigator;
  // This page came from the files that an earlier visit has kept.
  const before = serviceWorker.controller !== null;
  if (before) tell('kept');
  try {
    const { active, installing } = await serviceWorker.register(WORKER, { scope: FOLDER });
    // The first one: without it, nothing is kept, and `ready` would never come.
    if (!active && installing) await installed(installing);
    const ready = await serviceWorker.ready;
    tell('kept');
    setTimeout(() => ready.active?.postMessage('rest'), REST);
  } catch {
    // A host without this file or with a broken one, a lost connection, or a browser without room.
    if (!before) tell((await isFull()) ? 'full' : 'failed');
  }
}

/** Waits until a worker has kept its files. Rejects if it could not. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((done, failed) => {
    const look = (): void => {
      if (worker.state === 'redundant') failed(new Error('the files of the page were not kept'));
      else if (worker.state !== 'installing') done();
    };
    worker.addEventListener('statechange', look);
    look();
  });
}

async function isFull(): Promise<boolean> {
  try {
    const { quota, usage = 0 } = await navigator.storage.estimate();
    return quota !== undefined && quota - usage < ROOM;
  } catch {
    return false;
  }
}
