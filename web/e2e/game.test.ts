/** Two people in two browsers play a whole game, with hidden movement below, a reload and a broken connection. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, get, launch, person } from './browser';
import { giveOrder, playToEnd, ready, state } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const UNDER = [/Go below/, /Assault from the sewer/, /Emerge/, /Advance below/, /assaults/, /Advance/, /card\//, /B4/];
const MOVES = [/Assault(?! from)/, /Fire/, /Move|moves to/];

describe('a whole game in two browsers', () => {
  it('is played to its end, and both pages find the dice fair', async () => {
    const links = await game({ options: { hidden_sewers: true } });
    const [soviet, german] = [await person(browser), await person(browser)];
    await soviet.page.goto(`/seat/${links['soviet']}`);
    await german.page.goto(`/seat/${links['german']}`);
    await ready(soviet.page);
    await ready(german.page);
    const verbs = new Set<string>();
    const secrets = new Set<string>();
    let orders = 0;
    let ended = false;
    for (let turn = 0; turn < 700 && !ended; turn += 1) {
      for (const [who, wishes] of [[soviet, Math.random() < 0.75 ? UNDER : MOVES], [german, Math.random() < 0.3 ? MOVES : []]] as const) {
        const now = await state(who.page);
        if (now === 'over') ended = true;
        if (now !== 'asked') continue;
        const given = await giveOrder(who.page, wishes);
        if (given.sentence) orders += 1;
        given.words.forEach((word) => verbs.add(word.replace(/^\d+\s*/, '').replace(/\d+$/, '').trim()));
        if (who === soviet && /goes below/.test(given.sentence)) {
          secrets.add(/onto the (\w+) card/.exec(given.sentence)?.[1] ?? '');
          // The other side sees neither the card nor the entrance.
          const scene = await get<{ pieces: { location: string }[]; markers: { kind: string }[] }>(`seats/${links['german']}/scene`);
          expect(scene.pieces.some((piece) => piece.location.startsWith('card/'))).toBe(false);
          expect(scene.markers.some((marker) => marker.kind === 'entrance')).toBe(false);
        }
        if (orders === 12) {
          await soviet.page.reload();
          await ready(soviet.page);
        }
        if (orders === 20) await breakLine(german.page);
      }
      if (turn % 5 === 4) await soviet.page.waitForTimeout(50);
    }
    expect(ended).toBe(true);
    expect([...verbs].some((verb) => verb.startsWith('Go below'))).toBe(true);
    expect([...verbs].some((verb) => /Emerge|Assault from/.test(verb))).toBe(true);
    expect([...verbs].some((verb) => verb.startsWith('Assault'))).toBe(true);
    expect(secrets.size).toBeGreaterThan(0);
    for (const who of [soviet, german]) {
      await who.page.getByText('The dice were fair.').waitFor({ timeout: 15_000 });
      expect(who.complaints).toEqual([]);
    }
    // Nothing missed, nothing twice: the page has heard as much as the seat was told.
    for (const [who, seat] of [[soviet, 'soviet'], [german, 'german']] as const) {
      const events = await get<unknown[]>(`seats/${links[seat]}/events?from=0`);
      await expect.poll(() => who.page.locator('.table').getAttribute('data-heard')).toBe(String(events.length));
    }
    await soviet.context.close();
    await german.context.close();
  });

  it('shows the log of a reloaded page as it was', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    for (let i = 0; i < 4; i += 1) if ((await state(page)) === 'asked') await giveOrder(page, [/Move|moves to/, /Advance/]);
    const clauses = () => page.locator('.log .clause').allTextContents();
    await page.waitForTimeout(300);
    const before = await clauses();
    expect(before.length).toBeGreaterThan(0);
    await page.reload();
    await expect.poll(clauses, { timeout: 5000 }).toEqual(before);
    await context.close();
  });

  it('goes on where the connection broke off', async () => {
    const links = await game();
    const [soviet, german] = [await person(browser), await person(browser)];
    const lines: { close: () => void }[] = [];
    await german.page.routeWebSocket(/\/live/, (socket) => {
      const server = socket.connectToServer();
      lines.push({ close: () => { void server.close(); void socket.close(); } });
    });
    await soviet.page.goto(`/seat/${links['soviet']}`);
    await german.page.goto(`/seat/${links['german']}`);
    await ready(german.page);
    await ready(soviet.page);
    for (let i = 0; i < 6; i += 1) {
      for (const who of [soviet, german]) if ((await state(who.page)) === 'asked') await giveOrder(who.page, []);
      if (i === 2) lines.at(-1)?.close();
    }
    const events = await get<unknown[]>(`seats/${links['german']}/events?from=0`);
    await expect.poll(() => german.page.locator('.table').getAttribute('data-heard'), { timeout: 12_000 }).toBe(String(events.length));
    expect(lines.length).toBeGreaterThan(1);
    await soviet.context.close();
    await german.context.close();
  });

  it('is played on the board itself: counter, verb, target, confirm', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context, complaints } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await page.locator('.counter.able[aria-label^="2nd Rifle"]').click();
    await page.locator('.verbs button', { hasText: /Advance\s*$/ }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await page.locator('.board .target').first().waitFor();
    await page.locator('.board').hover();
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(500);
    const target = page.locator('.hex.live').first();
    const label = await target.getAttribute('data-hex');
    await target.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Give the order' }).click();
    await expect.poll(async () => (await get<{ pieces: { label: string; location: string }[] }>(`seats/${links['soviet']}/scene`)).pieces.find((piece) => piece.label === '2nd Rifle')?.location).toBe(label);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('offers the replay of a finished game', async () => {
    const links = await game({ players: { german: 'computer' } });
    const { page, context, complaints } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await playToEnd(page, () => [/Fatigue/, /Stop/]);
    await page.getByRole('link', { name: 'Replay the game' }).click();
    const slider = page.getByRole('slider', { name: 'Step' });
    await slider.waitFor();
    await page.locator('svg.board').waitFor();
    const counted = () => page.locator('output').textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(counted).toMatch(/^1 of /);
    await page.keyboard.press('End');
    await expect.poll(async () => { const [now, all] = ((await counted()) ?? '').split(' of '); return now === all; }).toBe(true);
    for (const eyes of ['soviet', 'german', 'spectator']) {
      await page.getByLabel('Eyes').selectOption(eyes);
      await page.locator('.board .counter').first().waitFor();
    }
    await page.reload();
    await expect.poll(() => page.getByLabel('Eyes').inputValue()).toBe('spectator');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** The page loses the network for a moment. */
async function breakLine(page: import('playwright-core').Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForTimeout(400);
  await page.context().setOffline(false);
  await page.waitForTimeout(800);
}
