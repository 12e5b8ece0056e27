/*
 * The service worker of the site: all files are kept in this browser. `site/offline.mjs` puts the lists FIRST and LATE
 * before this code: files by name, with a hash of what each holds. A file
 * of gzip holds what it unpacks to, since some hosts have the browser unpack it.
 *
 * A newer version waits until all tabs of the site are closed, so no page changes during a game.
 */
/* global FIRST, LATE */

const SCOPE = self.registration.scope;
// Another site of the same host has a cache of its own.
const CACHE = `undercity-files ${SCOPE}`;
const ALL = { ...LATE, ...FIRST };
/** Name of a file in the cache. Files that did not change keep theirs in the next version. */
const keyOf = (name) => `${SCOPE}${name}?${ALL[name]}`;

/** Headers that are not kept: the body is unpacked by now, and each file has one form. */
const DROPPED = ['content-encoding', 'content-length', 'vary'];
/** How a file of gzip begins. */
const MAGIC = [0x1f, 0x8b];

/** Returns the hash of a file, as the lists have it. */
async function hashOf(name, blob) {
  const start = new Uint8Array(await blob.slice(0, MAGIC.length).arrayBuffer());
  const zipped = name.endsWith('.gz') && MAGIC.every((byte, i) => start[i] === byte);
  const held = zipped ? new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))) : blob;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await held.arrayBuffer()));
  return btoa(String.fromCharCode(...hash)).replaceAll('+', '-').replaceAll('/', '_').slice(0, ALL[name].length);
}

/** Keeps a file, unless it is kept already. */
async function keep(cache, name) {
  if (await cache.match(keyOf(name))) return;
  const response = await fetch(SCOPE + name, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const blob = await response.blob();
  // The host may still have the file of another version.
  if ((await hashOf(name, blob)) !== ALL[name]) throw new Error(`${name} is of another version`);
  // The host's headers say, for example, which pages may frame this one.
  const headers = new Headers(response.headers);
  for (const header of DROPPED) headers.delete(header);
  // A response that came by a redirection can't answer the address of a page.
  await cache.put(keyOf(name), new Response(blob, { headers }));
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
