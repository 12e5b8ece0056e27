import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fileOf } from '../src/referee/files';
import { unzipped } from '../src/referee/gzip';
import type { Referee } from '../src/referee/referee';
import { compiled } from '../src/referee/worker/module';
import { systemOf, tokenOf } from '../src/referee/worker/path';
import type { Early, ToPage, ToWorker } from '../src/referee/worker/protocol';
import { STALLED } from '../src/referee/worker/whole';

let sent: (ToWorker | Early)[];
let tell: (message: ToPage) => void;
let persisted: number;

beforeEach(() => {
  [sent, persisted] = [[], 0];
  vi.useFakeTimers();
  vi.stubGlobal('document', { readyState: 'loading' });
  vi.stubGlobal('navigator', { storage: { persist: () => Promise.resolve(++persisted > 0) } });
  vi.stubGlobal('Worker', class {
    onmessage: ((event: { data: ToPage }) => void) | null = null;
    constructor() { tell = (data) => this.onmessage?.({ data }); }
    postMessage(message: ToWorker | Early): void { sent.push(message); }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function page(): Promise<Referee> {
  vi.resetModules();
  return (await import('../src/referee/browser')).referee;
}
const numberOf = (message: ToWorker | Early | undefined): number => (message && 'ask' in message ? message.ask : NaN);

it('asks the worker, and asks the browser to keep a game that was begun', async () => {
  const referee = await page();
  const answer = referee.ask('POST', 'games', '{}');
  expect(sent).toEqual([{ ask: 1, method: 'POST', path: 'games', body: '{}' }]);
  expect(persisted).toBe(0);
  tell({ answered: 1, answer: { status: 201, text: '{}', after: 0 } });
  expect([await answer, persisted]).toEqual([{ status: 201, text: '{}', after: 0 }, 1]);
});

it('passes on that an answer is not wanted any more', async () => {
  const referee = await page();
  const stop = new AbortController();
  const answer = referee.ask('GET', 'seats/t/replay?step=1', undefined, stop.signal);
  stop.abort();
  expect((await answer).status).toBe(0);
  expect(sent.at(-1)).toEqual({ cancel: numberOf(sent[0]) });
});

it('hears messages until it closes', async () => {
  const referee = await page();
  const heard: unknown[] = [];
  const listener = { opened: () => heard.push('opened'), told: (text: string) => heard.push(text), closed: (code: number) => heard.push(code) };
  const close = referee.listen('seats/t/live?from=0', listener);
  expect(sent).toEqual([{ listen: 1, path: 'seats/t/live?from=0' }]);
  tell({ opened: 1 });
  tell({ told: 1, text: 'a' });
  close();
  tell({ told: 1, text: 'late' });
  await vi.advanceTimersByTimeAsync(1);
  expect([heard, sent.at(-1)]).toEqual([['opened', 'a', 1000], { silence: 1 }]);
  referee.listen('seats/t/live?from=1', listener);
  tell({ closed: 2, code: 1013 });
  expect(heard.at(-1)).toBe(1013);
});

it('keeps messages for the player until they are shown, each once', async () => {
  const referee = await page();
  tell({ notice: 'full' });
  tell({ notice: 'full' });
  const shown: (readonly string[])[] = [];
  const stop = referee.whenNoticed((notices) => shown.push(notices));
  tell({ notice: 'older' });
  stop();
  tell({ notice: 'failed' });
  expect(shown).toEqual([['full'], ['full', 'older']]);
});

it('reads what is the same in every browser from files', async () => {
  const referee = await page();
  const asked: string[] = [];
  vi.stubGlobal('fetch', (file: string) => {
    asked.push(file);
    if (file === 'answers/opponents.gz') return Promise.reject(new TypeError('offline'));
    return Promise.resolve(file.endsWith('scenarios.gz') ? new Response(gzipSync('[1]')) : new Response('', { status: 404 }));
  });
  expect(await referee.ask('GET', 'scenarios')).toEqual({ status: 200, text: '[1]', after: 0 });
  expect([(await referee.ask('GET', 'systems/none/rulebook')).status, (await referee.ask('GET', 'opponents')).status]).toEqual([404, 0]);
  expect([asked, sent]).toEqual([['answers/scenarios.gz', 'answers/systems/none/rulebook.gz', 'answers/opponents.gz'], []]);
});

it.each([
  ['scenarios', 'answers/scenarios.gz'], ['scenarios/tide/first/picture.svg', 'answers/scenarios/tide/first/picture.svg.gz'],
  ['scenarios/tide/first/source', 'answers/scenarios/tide/first/source.gz'], ['systems/asl/sewers', 'answers/systems/asl/sewers.gz'], ['cases/asl', 'answers/cases/asl.gz'], ['cases', null], ['seats/t', null], ['games', null], ['systems/../../x/rulebook', null],
])('finds the file of %s', (path, file) => {
  expect(fileOf(path)).toBe(file);
});

it('undoes a compression once, whether the host has announced it or not', async () => {
  const text = 'a text that is longer '.repeat(9000);
  for (const bytes of [gzipSync(text), Buffer.from(text)]) {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Uint8Array(bytes))));
    const response = await unzipped('x', 'text/plain');
    expect([await response.text(), response.headers.get('content-type')]).toEqual([text, 'text/plain']);
  }
});

/** An empty module that xz has compressed. */
const empty = Buffer.from('/Td6WFoAAAFpIt42AgAhARYAAAB0L+WjAQAHAGFzbQEAAAAAzjNLHAABHAhEYCrIkEKZDQEAAAAAAVla', 'base64');

it('compiles a module that xz has compressed, and only a whole one', async () => {
  const from = (bytes: Uint8Array, status = 200) => vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Uint8Array(bytes), { status })));
  from(empty);
  expect(WebAssembly.Module.exports(await compiled('x'))).toEqual([]);
  for (const bytes of [empty.subarray(0, 40), empty.subarray(0, 0), Buffer.from('<!doctype html>')]) {
    from(bytes);
    await expect(compiled('x')).rejects.toThrow();
  }
  from(empty, 404);
  await expect(compiled('x')).rejects.toThrow('x: 404');
  // What failed keeps none from the next.
  from(empty);
  expect(WebAssembly.Module.exports(await compiled('x'))).toEqual([]);
});

it('compiles a module while another hangs on its way, which is given up when nothing comes', async () => {
  const hangs = (signal: AbortSignal) => new ReadableStream({
    start(to) {
      to.enqueue(new Uint8Array(empty.subarray(0, 40)));
      signal.addEventListener('abort', () => to.error(signal.reason));
    },
  });
  vi.stubGlobal('fetch', (file: string, { signal }: { signal: AbortSignal }) => Promise.resolve(new Response(file === 'hangs' ? hangs(signal) : new Uint8Array(empty))));
  const failed = expect(compiled('hangs')).rejects.toThrow(`hangs: nothing came for ${STALLED} ms`);
  expect(WebAssembly.Module.exports(await compiled('x'))).toEqual([]);
  await vi.advanceTimersByTimeAsync(STALLED);
  await failed;
});

it.each([
  ['games', '{"scenario":"tide/first"}', 'tide'], ['games', JSON.stringify({ scenario: 'title = "A"\nsystem = "asl"\n[board]\n' }), 'asl'], ['games', 'no JSON', ''],
  ['ledgers', '{"line":{"header":{"undercity":1,"system":"sniper"}},"hash":"00"}\n{"line":{}}\n', 'sniper'], ['ledgers', '{"line":{"header":{"system":"sni', ''], ['ledgers', '[]\n', ''],
  ['calculators/heroes', '{}', 'heroes'], ['cases', JSON.stringify({ text: 'title = "A"\ninline = \'\'\'\nsystem = "asl"\n\'\'\'\n', scenario: null }), 'asl'], ['cases', JSON.stringify({ text: 'scenario = "b.toml"', scenario: 'system = "tide"' }), 'tide'], ['case/heroes', undefined, 'heroes'], ['seats/t/odds', '{}', ''],
])('finds the system of %s %s', (path, body, system) => {
  expect(systemOf(path, body)).toBe(system);
});

it('finds the token of a seat', () => {
  expect([tokenOf('seats/a%2Fb/live?from=0'), tokenOf('seats/t'), tokenOf('games'), tokenOf('seats/')]).toEqual(['a/b', 't', null, null]);
});
