import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Happening, Step } from '../src/lib/happened';
import { pace } from '../src/lib/memory';
import { Player } from '../src/lib/player.svelte';
import { storeOf } from './kept';

const step = (n: number): Step => ({ n, lines: [{ text: `Event ${n}.`, clause: 'X' }], rolls: [], places: ['F4'], moves: [], aims: [], marks: [{ what: 'lost', piece: n, at: 'F4', words: 'it' }] });
const order = (from: number, ...steps: number[]): Happening => ({ from, order: null, steps: steps.map(step) });
const shown = (player: Player) => player.now?.step.n;

describe('the player', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('localStorage', storeOf());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('shows one step after the other, and what comes meanwhile after them', () => {
    const player = new Player();
    player.add([order(1, 1, 2)]);
    expect([shown(player), player.playing, player.open]).toEqual([1, true, true]);
    player.add([order(3, 3)]);
    expect(shown(player)).toBe(1);
    vi.advanceTimersByTime(2000);
    expect([shown(player), player.happening?.losses.length]).toEqual([2, 1]);
    vi.runAllTimers();
    expect([shown(player), player.playing, player.open]).toEqual([3, false, true]);
  });

  it('skips to the end, and shows the last order once more', () => {
    const player = new Player();
    player.add([order(1, 1, 2), order(3, 3, 4)]);
    player.press();
    expect([shown(player), player.playing, player.happening?.round]).toEqual([4, false, 1]);
    player.press();
    expect(player.happening?.round).toBe(2);
    expect([shown(player), player.playing]).toEqual([3, true]);
    player.show(0);
    expect([shown(player), player.playing]).toEqual([1, false]);
  });

  it('closes when the player chooses; the next steps are a new list', () => {
    const player = new Player();
    player.add([order(1, 1, 2)]);
    player.close();
    expect([player.open, player.playing, player.happening]).toEqual([false, false, null]);
    vi.runAllTimers();
    player.again();
    expect([player.open, shown(player)]).toEqual([true, 1]);
    player.close();
    player.add([order(5, 5)]);
    expect(player.all.length).toBe(1);
    player.add([{ from: 6, order: 'Waits.', steps: [] }]);
    expect(player.all.length).toBe(1);
  });

  it('is a list where motion is not wanted, and remembers its speed', () => {
    const player = new Player();
    player.still = true;
    player.add([order(1, 1, 2)]);
    expect([shown(player), player.playing, player.listed]).toEqual([2, false, true]);
    player.still = false;
    expect(['fast', 'slow', 'normal'].map(() => (player.faster(), player.pace))).toEqual(['fast', 'slow', 'normal']);
    player.setPace('list');
    expect([player.listed, pace(), new Player().listed]).toEqual([true, 'list', true]);
  });

  it('hurries when many steps wait', () => {
    const time = (...steps: number[]): number => {
      const player = new Player();
      player.add([order(1, ...steps)]);
      const from = Date.now();
      while (shown(player) === 1) vi.advanceTimersByTime(10);
      return Date.now() - from;
    };
    expect(time(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).toBeLessThan(0.6 * time(1, 2));
  });

  it('keeps only so many steps', () => {
    const player = new Player();
    for (let n = 0; n < 80; n += 1) player.add([order(n, n)]);
    expect(player.all.length).toBeLessThan(70);
    vi.runAllTimers();
    expect(shown(player)).toBe(79);
  });

  it('waits while its page is hidden', () => {
    vi.stubGlobal('document', { hidden: true });
    const player = new Player();
    player.add([order(1, 1, 2)]);
    vi.advanceTimersByTime(20_000);
    expect(shown(player)).toBe(1);
    vi.stubGlobal('document', { hidden: false });
    vi.advanceTimersByTime(20_000);
    expect(shown(player)).toBe(2);
  });
});
