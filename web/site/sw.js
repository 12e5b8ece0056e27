/*
 * The service worker of the site: all files are kept in this browser. `site/offline.mjs` puts the lists FIRST and LATE
 * before this code: files by name, with a hash of each.
 *
 * A newer version waits until all tabs of the site are closed, so no page changes during a game.
 */
/* global FIRST, LATE */

const CACHE = 'undercity-files';
const SCOPE = self.registration.scope;
const ALL = { ...LATE, ...FIRST };
/** Name of a file in the cache. Files that did not change keep theirs in the next version. */
const keyOf = (name) => `${SCOPE}${name}?${ALL[name]}`;

/** Keeps a file, unless it is kept already. */
async function keep(cache, name) {
  if (await cache.match(keyOf(name))) return;
  const response = await fetch(SCOPE + name, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  // A response that came by a redirection can't answer the address of a page.
  await cache.put(keyOf(name), new Response(await response.blob(), { headers: { 'content-type': response.headers.get('content-type') ?? '' } }));
}

/** Keeps files, a few at a time. */
async function keepAll(names) {
  const cache = await caches.open(CACHE);
  const left = [...names];
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await keep(cache, name);
  }));
}

async function removeOld() {
  const cache = await caches.open(CACHE);
  const wanted = new Set(Object.keys(ALL).map(keyOf));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

self.addEventListener('install', (event) => event.waitUntil(keepAll(Object.keys(FIRST))));
self.addEventListener('activate', (event) => event.waitUntil(removeOld().then(() => self.clients.claim())));
self.addEventListener('message', (event) => {
  if (event.data === 'rest') event.waitUntil(keepAll(Object.keys(LATE)).catch(() => undefined));
});

/** Returns the file of an address; undefined if it is none of the site's. */
function fileOf(address) {
  if (!address.startsWith(SCOPE)) return undefined;
  const name = decodeURI(new URL(address).pathname.slice(new URL(SCOPE).pathname.length));
  return [name, name === '' || name.endsWith('/') ? `${name}index.html` : `${name}/index.html`].find((one) => Object.hasOwn(ALL, one));
}

self.addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' ? fileOf(event.request.url) : undefined;
  if (name === undefined) return;
  event.respondWith((async () => {
    const kept = await (await caches.open(CACHE)).match(keyOf(name));
    return kept ?? fetch(event.request);
  })());
});
