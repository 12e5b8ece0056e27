import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { listen } from '../src/lib/live';

interface Line {
  readyState: number;
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (message: { data: string }) => void;
}

let lines: Line[];
let online = (): void => undefined;
/** Whether the link leads nowhere any more. */
let gone = false;
beforeEach(() => {
  [lines, gone] = [[], false];
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (_: string, told: () => void) => (online = told));
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('WebSocket', class implements Line {
    static OPEN = 1;
    readyState = 1;
    constructor() { lines.push(this); }
    close() { this.readyState = 2; }
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is deaf to a line that is still closing when another has been opened', async () => {
  const states: string[] = [];
  const heard: number[] = [];
  const stop = listen({
    path: () => '', heard: () => 0, info: () => undefined, isVoid: () => Promise.resolve(gone), state: (state) => states.push(state),
    hear: ({ from }) => (heard.push(from), from === 0),
  });
  lines[0]?.onopen?.();
  // Something is missing, so the line is closed; before that is done the browser is online again.
  lines[0]?.onmessage?.({ data: '{"from":3,"events":[]}' });
  expect(lines[0]?.readyState).toBe(2);
  online();
  lines[1]?.onopen?.();
  lines[0]?.onmessage?.({ data: '{"from":3,"events":[]}' });
  lines[0]?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([lines.length, heard, states.at(-1)]).toEqual([2, [3], 'live']);
  lines[1]?.onclose?.({ code: 1006 });
  expect(states.at(-1)).toBe('lost');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines.length).toBe(3);
  stop();
});

it('does not join again once its link was renewed elsewhere', async () => {
  const states: string[] = [];
  const stop = listen({ path: () => '', heard: () => 0, info: () => undefined, isVoid: () => Promise.resolve(gone), state: (state) => states.push(state), hear: () => true });
  lines[0]?.onopen?.();
  lines[0]?.onclose?.({ code: 4001 });
  online();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([lines.length, states.at(-1)]).toEqual([1, 'renewed']);
  stop();
});

it('finds out that its link was renewed while it was away', async () => {
  const states: string[] = [];
  const stop = listen({ path: () => '', heard: () => 0, info: () => undefined, isVoid: () => Promise.resolve(gone), state: (state) => states.push(state), hear: () => true });
  lines[0]?.onopen?.();
  lines[0]?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(10_000);
  lines[1]?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(states.at(-1)).toBe('joining');
  gone = true;
  lines[2]?.onclose?.({ code: 1006 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([lines.length, states.at(-1)]).toEqual([3, 'renewed']);
  stop();
});
