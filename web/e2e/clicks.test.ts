/**
 * The clicks of common orders, as a player with the page's first settings gives them. The table is in `docs/design/clicks.md`.
 * With CLICKS=before, an older page is measured by the orders it had, and the counts are only printed.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { RADIUS } from '../src/board/ground';
import { game, get, launch, person, post } from './browser';
import { takeSeat } from './opponent';
import { ready, settled, until } from './play';

const BEFORE = process.env['CLICKS'] === 'before';
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** A click: an entry of the list, a counter or a hex of the board, or a button by its name. */
type Click = { list: RegExp } | { counter: string } | { hex: string } | { button: RegExp };
interface Order {
  what: string;
  clicks: Click[];
  /** Clicks of the page before, where it knew no such way. */
  before?: Click[];
  /** The count, with the confirmation if it is asked for. */
  count: number;
}

const list = (words: RegExp): Click => ({ list: words });
const counter = (name: string): Click => ({ counter: name });
const join: Click = { button: /^Add all/ };
const hex = (label: string): Click => ({ hex: label });

async function press(page: Page, click: Click): Promise<void> {
  if ('list' in click) await page.locator('.orders [data-choice]', { hasText: click.list }).first().click();
  else if ('counter' in click) await page.locator(`.board .counter[aria-label^="${click.counter}"]`).last().click();
  else if ('hex' in click) {
    // Hexes are found by their position.
    const { hexes } = await get<{ hexes: { label: string; x: number; y: number }[] }>(`seats/${page.url().split('/').at(-1) ?? ''}/board`);
    const { x, y } = hexes.find(({ label }) => label === click.hex) ?? { x: 0, y: 0 };
    const [left, top, scale] = /translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)/.exec((await page.locator('.board > g').getAttribute('transform')) ?? '')?.slice(1).map(Number) as [number, number, number];
    const stage = await page.locator('.stage').boundingBox();
    await page.mouse.click((stage?.x ?? 0) + left + scale * RADIUS * x, (stage?.y ?? 0) + top + scale * RADIUS * (y + 0.55));
  }
  else await page.getByRole('button', { name: click.button }).first().click();
}

/** Gives an order, and returns its clicks. */
async function clicksOf(page: Page, { clicks, before }: Order): Promise<number> {
  let sent = false;
  const hear = (request: { method: () => string; url: () => string }) => {
    sent ||= request.method() === 'POST' && /\/(orders|undo)$/.test(request.url());
  };
  page.on('request', hear);
  const all = BEFORE ? (before ?? clicks) : clicks;
  for (const click of all) {
    await press(page, click);
    await settled(page);
  }
  // What is asked to be confirmed is not sent until it is; what can be undone is sent once its odds are known.
  const confirm = page.locator('.confirm .button.main');
  await expect.poll(async () => sent || ((await confirm.count()) > 0 && !/Computing/.test(await page.locator('.confirm').innerText().catch(() => 'Computing'))), { timeout: 120_000 }).toBe(true);
  await page.waitForTimeout(200);
  let count = all.length;
  if (!sent) {
    await confirm.click();
    count += 1;
    await expect.poll(() => sent).toBe(true);
  }
  page.off('request', hear);
  await settled(page);
  return count;
}

/**
 * Orders of a game, one after the other. `guide` has positions of its own, with the other side played by a script; its
 * order is given as in any game.
 */
const GAMES: { scenario: string; own: string; other?: string; computer?: string; orders: Order[] }[] = [
  {
    scenario: 'tide/first', own: 'soviet', other: 'german',
    orders: [
      { what: 'Start to move a squad', clicks: [counter('2nd Rifle'), list(/Advance$/)], count: 2 },
      { what: 'Move it one hex', clicks: [hex('A3')], count: 1 },
      { what: 'Undo the last order', clicks: [{ button: /^Undo|^Take back/ }], count: 1 },
    ],
  },
  {
    scenario: 'tide/first', own: 'soviet', other: 'german',
    orders: [{ what: 'Fire at a target', clicks: [counter('3E'), list(/Maxim.*normal/)], before: [counter('Maxim'), list(/^\d*\s*Fire/), list(/\(F5\): normal/)], count: 3 }],
  },
  {
    scenario: 'sniper/patrol', own: 'defender', computer: 'attacker',
    orders: [
      { what: 'Finish set-up', clicks: [list(/You are ready/)], count: 2 },
      { what: 'Plot a move', clicks: [list(/Belov/), hex('1821')], before: [list(/Belov/), list(/moves: choose/), list(/moves to 1821/)], count: 2 },
      { what: 'Plot a second man’s move', clicks: [counter('Gorin'), hex('1722')], before: [counter('Gorin'), list(/moves: choose/), list(/moves to 1722/)], count: 2 },
    ],
  },
  {
    scenario: 'asl/first', own: 'russian',
    orders: [
      { what: 'Send a leader and two squads below', clicks: [list(/Lt. Gorelov/), list(/Go below/), join], before: [list(/Lt. Gorelov/), list(/Go below|Sewer Movement/), list(/Gorelov and 1st Storm/), list(/Gorelov, 1st Storm and 2nd/), list(/move through/)], count: 4 },
      { what: 'Move the stack below ground', clicks: [list(/to F3/)], count: 2 },
      { what: 'End a phase', clicks: [list(/^\d*\s*Done/)], count: 2 },
      { what: 'Let an enemy pass', clicks: [list(/Let pass/)], count: 2 },
      { what: 'Roll for the stack in the sewer', clicks: [list(/Gorelov/), list(/Sewer Movement/)], count: 3 },
      { what: 'Move it below the enemy', clicks: [list(/to H5/)], count: 2 },
      { what: 'End the Movement Phase', clicks: [list(/^\d*\s*Done/)], count: 2 },
      { what: 'Come up with all three', clicks: [list(/Gorelov/), list(/Come up/), join], before: [list(/Gorelov/), list(/Come up/), list(/Gorelov and 1st Storm/), list(/Gorelov, 1st Storm and 2nd/), list(/come up\./)], count: 4 },
      { what: 'Fire with a group', clicks: [list(/1st Storm/), list(/Fire/), list(/1st Storm and 2nd Storm/), list(/directed/), list(/H4, floor 1/)], count: 6 },
    ],
  },
];

describe('clicks', () => {
  for (const { scenario, own, other, computer, orders } of GAMES) {
    it(`${scenario}: ${orders.map(({ what }) => what).join(', ')}`, async () => {
      const players = computer === undefined ? {} : { [computer]: 'recruit' };
      const links = other === undefined && computer === undefined ? ((await post('games', { scenario, guide: true })) as { links: Record<string, string> }).links : await game({ scenario, players });
      const opposite = other === undefined ? null : takeSeat(links[other] ?? '');
      const { page, context, complaints } = await person(browser, {}, { briefing: false });
      await page.goto(`/seat/${links[own] ?? ''}`);
      await ready(page);
      await opposite;
      await until(page, 'asked');
      const counted: [string, number][] = [];
      for (const order of orders) {
        counted.push([order.what, await clicksOf(page, order)]);
        if (process.env['CLICKS']) console.log(counted.at(-1), (await page.locator('.orders').innerText()).replaceAll('\n', ' · ').slice(0, 900));
        await until(page, 'asked');
      }
      if (!BEFORE) expect(counted).toEqual(orders.map(({ what, count }) => [what, count]));
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
});
