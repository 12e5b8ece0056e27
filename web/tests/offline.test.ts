import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { keepOffline } from '../src/referee/offline';

/** A service worker whose state can be changed. */
class Installing extends EventTarget {
  state = 'installing';
  to(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const told: string[] = [];
const asked: string[] = [];
const active = { postMessage: (message: string) => asked.push(message) };

/** Begins to keep the page in a browser, with what it has registered and how much of its room is used. */
function keep(register: () => Promise<object>, { controller = null, usage = 0 }: { controller?: object | null; usage?: number } = {}) {
  const ready = new Promise((done) => void register().then((found) => ('active' in found ? done(found) : undefined), () => undefined));
  const storage = { estimate: () => Promise.resolve({ quota: 2 ** 30, usage }) };
  vi.stubGlobal('navigator', { serviceWorker: { controller, ready, register }, storage });
  return keepOffline((offline) => told.push(offline));
}

beforeEach(() => {
  vi.useFakeTimers();
  [told.length, asked.length] = [0, 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('tells that the page is kept when its files are, and has the rest kept then', async () => {
  const installing = new Installing();
  const kept = keep(() => Promise.resolve({ installing }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([]);
  vi.stubGlobal('navigator', { serviceWorker: Object.assign(navigator.serviceWorker, { ready: Promise.resolve({ active }) }) });
  installing.to('installed');
  await kept;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([told, asked]).toEqual([['kept'], ['rest']]);
});

it.each([['failed', 0], ['full', 2 ** 30 - 1]])('tells that it %s', async (why, usage) => {
  const installing = new Installing();
  const kept = keep(() => Promise.resolve({ installing }), { usage });
  await vi.advanceTimersByTimeAsync(1);
  installing.to('redundant');
  await kept;
  expect(told).toEqual([why]);
});

it('tells that the host has no service worker', async () => {
  await keep(() => Promise.reject(new TypeError('404')));
  expect(told).toEqual(['failed']);
});

it('knows of an earlier visit that the page is kept, whatever becomes of a newer version', async () => {
  await keep(() => Promise.reject(new TypeError('no network')), { controller: active });
  expect(told).toEqual(['kept']);
  await keep(() => Promise.resolve({ active, installing: new Installing() }), { controller: active });
  expect(told).toEqual(['kept', 'kept', 'kept']);
});

it.each([['unable', true], ['insecure', false]])('is %s without service workers', async (why, isSecureContext) => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('isSecureContext', isSecureContext);
  await keepOffline((offline) => told.push(offline));
  expect(told).toEqual([why]);
});
