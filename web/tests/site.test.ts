/// <reference types="node" />
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

import { gzipSync } from 'node:zlib';

import { POLICY } from '../site/plugin.mjs';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const directives = (policy: string): Map<string, string> => new Map(policy.split(';').map((one) => {
  const [name = '', ...values] = one.trim().split(/\s+/);
  return [name, values.join(' ')];
}));

it('has the policy of the server, with leave for WebAssembly and workers alone', () => {
  const server = directives(/const CONTENT: &str = "([^"]*)"/.exec(read('../crates/server/src/api/guard.rs'))?.[1]?.replaceAll(/\\\n\s*/g, '') ?? '');
  expect(server.get('default-src')).toBe("'none'");
  server.delete('frame-ancestors');
  server.set('worker-src', "'self'");
  server.set('script-src', `${server.get('script-src')} 'wasm-unsafe-eval'`);
  expect(directives(POLICY)).toEqual(server);
});

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
/** The list of files that each hold their name and a number. */
const listed = (n: number, ...names: string[]) => Object.fromEntries(names.map((name) => [name, hash(`${name} ${n}`)]));

/** The service worker over a network of files: what it has kept, and how it answers. */
function serviceWorker(lists: { FIRST: Record<string, string>; LATE: Record<string, string> }, network: Map<string, string | Uint8Array<ArrayBuffer>>, kept: Map<string, Response>) {
  const handlers = new Map<string, (event: object) => void>();
  const asked: string[] = [];
  const fetch = (what: string | { url: string }) => {
    const url = typeof what === 'string' ? what : what.url;
    asked.push(url);
    const text = network.get(url);
    return Promise.resolve(text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY', vary: '*', 'content-length': '9' } }));
  };
  const cache = {
    match: (key: string) => Promise.resolve(kept.get(key)?.clone()), put: (key: string, response: Response) => Promise.resolve(void kept.set(key, response)),
    keys: () => Promise.resolve([...kept.keys()].map((url) => ({ url }))), delete: (key: string) => Promise.resolve(kept.delete(key)),
  };
  const self = {
    registration: { scope: 'https://x/under/' }, clients: { claim: () => Promise.resolve() },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
  };
  runInNewContext(read('site/sw.js'), { self, caches: { open: () => Promise.resolve(cache) }, fetch, Response, URL, Headers, DecompressionStream, Uint8Array, crypto, btoa, ...lists });
  const event = async (name: string, more: object = {}): Promise<Response | undefined> => {
    let [until, answer]: [Promise<unknown>, Promise<Response> | undefined] = [Promise.resolve(), undefined];
    handlers.get(name)?.({ waitUntil: (one: Promise<unknown>) => (until = one), respondWith: (one: Promise<Response>) => (answer = one), ...more });
    await until;
    return answer;
  };
  const get = async (url: string) => (await event('fetch', { request: { method: 'GET', url } }))?.text();
  return { asked, event, get };
}

it('keeps all files, and only fetches those that a new version has changed', async () => {
  const network = new Map(['play/index.html', 'play/a.js', 'docs/index.html', 'index.html'].map((name) => [`https://x/under/${name}`, `${name} 1`]));
  const kept = new Map<string, Response>();
  const one = serviceWorker({ FIRST: listed(1, 'play/index.html', 'play/a.js'), LATE: listed(1, 'docs/index.html', 'index.html') }, network, kept);
  await one.event('install');
  await one.event('activate');
  expect(one.asked.sort()).toEqual(['https://x/under/play/a.js', 'https://x/under/play/index.html']);
  await one.event('message', { data: 'rest' });
  const all = new Map(network);
  network.clear();
  expect(await Promise.all(['play/', 'play/index.html', 'play/a.js?2', 'docs/', '', 'index.html'].map((name) => one.get(`https://x/under/${name}`)))).toEqual(
    ['play/index.html 1', 'play/index.html 1', 'play/a.js 1', 'docs/index.html 1', 'index.html 1', 'index.html 1'],
  );
  expect((await one.event('fetch', { request: { method: 'GET', url: 'https://x/under/docs' } }))?.headers.get('location')).toBe('https://x/under/docs/');
  expect([await one.get('https://x/other'), await one.get('https://x/under/none')]).toEqual([undefined, undefined]);

  for (const [url, text] of all) network.set(url, text.replace('1', '2'));
  const two = serviceWorker({ FIRST: { ...listed(2, 'play/index.html'), ...listed(1, 'play/a.js') }, LATE: listed(1, 'docs/index.html') }, network, kept);
  await two.event('install');
  expect(two.asked).toEqual(['https://x/under/play/index.html']);
  // Pages of the old version are still open: they have their own files.
  expect([await one.get('https://x/under/play/'), await two.get('https://x/under/play/')]).toEqual(['play/index.html 1', 'play/index.html 2']);
  await two.event('activate');
  expect([...kept.keys()].sort()).toEqual([['docs/index.html', 1], ['play/a.js', 1], ['play/index.html', 2]].map(([name, n]) => `https://x/under/${name}?${hash(`${name} ${n}`)}`));
  expect(Object.fromEntries([...kept.values()][0]?.headers ?? [])).toEqual({ 'content-type': 'text/html', 'x-frame-options': 'DENY' });
});

it('is not installed by halves', async () => {
  const kept = new Map<string, Response>();
  const worker = serviceWorker({ FIRST: listed(1, 'play/index.html', 'play/a.js'), LATE: {} }, new Map([['https://x/under/play/index.html', 'play/index.html 1']]), kept);
  await expect(worker.event('install')).rejects.toThrow('play/a.js: 404');
});

it('keeps no file of another version, whether or not the host has it unpacked', async () => {
  const name = 'play/a.gz';
  const install = async (body: string | Uint8Array<ArrayBuffer>) => {
    const kept = new Map<string, Response>();
    await serviceWorker({ FIRST: listed(1, name), LATE: {} }, new Map([[`https://x/under/${name}`, body]]), kept).event('install');
    return kept.size;
  };
  expect([await install(`${name} 1`), await install(new Uint8Array(gzipSync(`${name} 1`)))]).toEqual([1, 1]);
  await expect(install(new Uint8Array(gzipSync(`${name} 2`)))).rejects.toThrow('of another version');
});
