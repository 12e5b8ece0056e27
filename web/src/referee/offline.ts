/** Keeps the site in this browser, so that it opens without network. */

/** The service worker and its folder, from the page's. */
const [WORKER, FOLDER] = ['../sw.js', '../'];
/** Time before other files than the page's are kept, in milliseconds. */
const REST = 5000;

/** Registers the service worker. Call it when the page is at rest: it fetches all that the page needs. */
export async function keepOffline(): Promise<void> {
  // Missing over plain HTTP, and in some private windows.
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(WORKER, { scope: FOLDER });
    const { active } = await navigator.serviceWorker.ready;
    setTimeout(() => active?.postMessage('rest'), REST);
  } catch {
    // A host without this file, or a browser that keeps nothing: the page works with the network alone.
  }
}
