/** A board of 39 by 53 hexes pans and zooms about as smoothly as a small one. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Board, Scene, ScenePiece } from '../src/lib/wire';
import { game, launch, person } from './browser';
import { ready } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const [CLEAR, STREET, WOODS, HOUSE, RUBBLE]: Board['terrains'] = ([
  ['clear', 'plain'], ['street', 'cobbles'], ['woods', 'trees'], ['stone building', 'bricks'], ['rubble', 'rubble'],
] as const).map(([name, look]) => ({ name, look, effects: [] }));
const KINDS = [CLEAR!, CLEAR!, STREET!, WOODS!, HOUSE!, CLEAR!, RUBBLE!];

/** A made-up board of the largest size that is played; the referee's own is put aside for it. */
function large(): Board {
  const hexes = Array.from({ length: 53 * 39 }, (_, id) => {
    const [row, column] = [Math.floor(id / 39), id % 39];
    const { name: terrain, look } = KINDS[(row * 5 + column * 3 + row * column) % KINDS.length] ?? CLEAR!;
    const label = String(column + 1).padStart(2, '0') + String(row + 1).padStart(2, '0');
    const y = Math.sqrt(3) * (row + 0.5 + (column % 2) / 2);
    return { id, label, x: 1 + 1.5 * column, y, terrain, look, elevation: 0, floors: terrain.endsWith('building') ? 2 : 0, building: null, manhole: id % 61 === 0 };
  });
  return {
    columns: 39, rows: 53, width: 59.5, height: 92.7, colors: ['brown', 'blue'], sides: ['soviet', 'german'], hexes, hexsides: [], terrains: [...new Set(KINDS)],
    roads: hexes.filter((hex) => hex.id % 39 === 9 && hex.id + 39 < hexes.length).map((hex) => ({ a: hex.id, b: hex.id + 39, direction: 3, kind: 'paved' })),
    networks: [{ kind: 'sewer', name: 'Main', color: null, hexes: hexes.filter((hex) => hex.id % 39 === 20).map((hex) => hex.id), line: true }],
    locations: hexes.map((hex) => ({ label: hex.label, words: hex.label, hex: hex.id, level: 0, kind: 'street', capacity: null, underground: false })),
    briefing: { summary: null, victory: [] }, telling: { facts: [], reports: { pieces: [], places: [] }, orders: { pieces: [], places: [] } },
  };
}

interface Frames {
  drawn: number;
  dropped: number;
  /** Frames in which what the compositor had was shown, but not yet what the page was at work on. */
  partial: number;
  /** Dropped or shown in part while the board was being moved; the others fell when the drawing was painted anew at rest. */
  moving: number;
  /** Milliseconds that the page's own thread was at work, whatever else the machine did. */
  work: number;
  /** Milliseconds that threads beside it painted the drawing's tiles. */
  raster: number;
}

interface Traced {
  name: string;
  ph: string;
  ts: number;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; hasPartialUpdate?: boolean; data?: { type?: string } };
}

/** What Chromium's own trace says became of every frame, and what the page did for it. */
function framesOf(trace: Buffer): Frames {
  const { traceEvents: events } = JSON.parse(trace.toString()) as { traceEvents: Traced[] };
  const count = (name: string) => events.filter((event) => event.name === name).length;
  const mains = events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain');
  // Chromium keeps renderers in store that do nothing: the page's is the busiest.
  const work = mains.map((main) => events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main.pid && tid === main.tid)
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0));
  const raster = events.filter(({ name }) => name === 'RasterTask').reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur) / 1000, 0);
  const gestures = events.filter(({ name, args }) => name === 'EventDispatch' && /^(wheel|pointermove|mousemove)$/.test(args?.data?.type ?? '')).map(({ ts }) => ts);
  // The trace's own beginning costs a frame or two.
  const late = events.filter(({ name, ts }) => name === 'DroppedFrame' && ts >= Math.min(...gestures));
  const moving = late.filter(({ ts }) => gestures.some((at) => ts >= at && ts - at < GESTURE * 1000)).length;
  const partial = late.filter(({ args }) => args?.hasPartialUpdate === true).length;
  return { drawn: count('DrawFrame'), dropped: late.length - partial, partial, moving, work: Math.max(...work), raster };
}

/** How long after an event of a gesture the gesture goes on, in milliseconds: the events come every 12 to 40. */
const GESTURE = 50;
/** How many times the page's work for a frame of the small board a frame of the large one may take; measured: 1.4 to 1.5. */
const MOST_WORK = 3;
/** The same of all that is painted in some five seconds; measured: 0.4 to 0.5. The ground is printed once and then only moved. */
const MOST_RASTER = 3;

/** Between gestures, in milliseconds: long enough for the drawing to be painted anew, which is in the trace too. */
const REST = 500;

function crowd(board: Board): Scene {
  const pieces = Array.from({ length: 120 }, (_, i): ScenePiece => ({
    piece: i, side: i % 2 === 0 ? 'soviet' : 'german', symbol: 'infantry', size: 'squad', title: null, kind: 'rifle squad', label: `Squad ${i}`, name: `Squad ${i}`, location: board.hexes[(i * 17) % board.hexes.length]!.label,
    states: i % 5 === 0 ? [{ words: 'pinned', sort: 'shaken' }] : [], values: ['firepower 4', 'range 4', 'movement 4'], numbers: ['4', '4', '4'],
  }));
  return { status: [], pieces, markers: [], sheets: [] };
}

/** What it costs to zoom and drag the board of a page that is open. */
async function moved(page: Page): Promise<Frames> {
  await ready(page);
  await page.locator('.sheet canvas:not([hidden])').first().waitFor();
  const box = (await page.locator('.stage').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(REST);
  await browser.startTracing(page, { categories: ['devtools.timeline', 'devtools.timeline.frame', 'disabled-by-default-devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] });
  for (let i = 0; i < 12; i += 1) { await page.mouse.wheel(0, -120); await page.waitForTimeout(40); }
  await page.waitForTimeout(REST);
  await page.mouse.down();
  for (let i = 0; i < 60; i += 1) { await page.mouse.move(box.x + box.width / 2 + 200 * Math.sin(i / 8), box.y + box.height / 2 + 120 * Math.cos(i / 9)); await page.waitForTimeout(12); }
  await page.mouse.up();
  await page.waitForTimeout(REST);
  for (let i = 0; i < 12; i += 1) { await page.mouse.wheel(0, 120); await page.waitForTimeout(40); }
  await page.waitForTimeout(REST);
  const frames = framesOf(await browser.stopTracing());
  const { drawn, dropped, partial, moving, work, raster } = frames;
  console.log(`${drawn} frames drawn, ${dropped} dropped and ${partial} shown in part (${moving} of them while it was moved); ${(work / drawn).toFixed(1)} ms of work of the page for each; ${raster.toFixed(0)} ms to paint the tiles`);
  return frames;
}

describe('a large board', () => {
  it('keeps its frames while it is moved, as a small one does', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context, complaints } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    const small = await moved(page);
    const board = large();
    await page.route('**/board', (route) => route.fulfill({ json: board }));
    await page.route('**/table', async (route) => {
      const now = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...now, scene: crowd(board) } });
    });
    await page.reload();
    const all = await moved(page);
    // How many frames are dropped, and what each takes, depends on the machine: Chromium draws in software here, beside other
    // tests. So it is measured against the small board of 42 hexes, which the same machine has just moved.
    expect(all.drawn).toBeGreaterThan(0.5 * small.drawn);
    expect(all.work / all.drawn).toBeLessThan((MOST_WORK * small.work) / small.drawn);
    expect(all.raster).toBeLessThan(MOST_RASTER * small.raster);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
