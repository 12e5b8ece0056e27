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

/** Returns the name of an address below the scope; undefined if it is elsewhere. */
function nameOf(address) {
  return address.startsWith(SCOPE) ? decodeURI(new URL(address).pathname.slice(new URL(SCOPE).pathname.length)) : undefined;
}
/** Returns the file of a name: a folder has an index. */
const fileOf = (name) => [name, `${name}index.html`].find((one) => Object.hasOwn(ALL, one));

self.addEventListener('fetch', (event) => {
  const name = event.request.method === 'GET' ? nameOf(event.request.url) : undefined;
  if (name === undefined) return;
  const file = fileOf(name);
  if (file !== undefined) {
    event.respondWith((async () => (await (await caches.open(CACHE)).match(keyOf(file))) ?? fetch(event.request))());
    // Without the last slash, the links of a folder's index would lead elsewhere.
  } else if (fileOf(`${name}/`) !== undefined) event.respondWith(Promise.resolve(Response.redirect(`${SCOPE}${name}/`)));
});
