/*
 * Runs before the page: begins to fetch what the address needs, all at once. `site/plugin.mjs` puts these constants
 * before this code: MODULES, the files of each module; WORKER, the file of the referee's worker; PAGES, the files of
 * each part of the page with a board.
 */
/* global MODULES, WORKER, PAGES */
(() => {
  const [page = '', ...of] = location.hash.replace(/^#\/?/, '').split('?')[0].split('/').map(decodeURIComponent);
  const files = PAGES[page];
  if (!files) return;

  /** Returns the rule system of a game of this browser. */
  const systemOf = (token) => {
    try {
      return JSON.parse(localStorage.getItem('undercity.games') ?? '[]').find(({ links }) => Object.values(links).includes(token))?.system;
    } catch {
      return undefined;
    }
  };
  const system = page === 'seat' || page === 'replay' ? systemOf(of[0]) : of[0];
  const fetchEarly = (rel, href, more = {}) => document.head.append(Object.assign(document.createElement('link'), { rel, href, crossOrigin: 'anonymous' }, more));
  const name = Object.hasOwn(MODULES, system ?? '') ? system : Object.keys(MODULES).length === 1 ? Object.keys(MODULES)[0] : undefined;
  // A guided game has a recorded opening, which needs no module. The line is left to the page until that is shown.
  if (name !== undefined && page !== 'guide') {
    fetchEarly('preload', MODULES[name].wasm, { as: 'fetch' });
    globalThis.undercityModule = name;
  }
  globalThis.undercityWorker = new Worker(WORKER, { type: 'module', name: 'referee' });
  for (const file of files) if (file.endsWith('.css')) fetchEarly('preload', file, { as: 'style' });
  else fetchEarly('modulepreload', file);
})();
