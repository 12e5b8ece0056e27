/** Playing on the board, the log, a line that breaks, few requests, and the replay of a game. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, get, launch, person, sit } from './browser';
import { opponent, takeSeat } from './opponent';
import { caughtUp, giveOrder, order, playToEnd, ready, state, until } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a game', () => {
  it('shows the log of a reloaded page as it was, own orders in words', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const who = await sit(browser, links['soviet']);
    await other;
    await order(who.page, /Advance$/, /2nd Rifle/);
    await order(who.page, /^\d*\s*Move/, /moves to/);
    const lines = () => who.page.locator('.log li').allInnerTexts();
    await caughtUp(who, links['soviet'] ?? '');
    const before = await lines();
    expect(before.join()).toContain('Round 1 begins');
    expect(before.join()).toContain('2nd Rifle');
    // Words, not what the wire says.
    expect(before.join()).not.toMatch(/[{}_]/);
    await who.page.reload();
    await ready(who.page);
    await expect.poll(lines).toEqual(before);
    await who.context.close();
  });

  it('goes on where the connection broke off', async () => {
    const links = await game();
    const others = takeSeat(links['soviet'] ?? '');
    const german = await person(browser);
    const lines: { cut: () => Promise<void> }[] = [];
    await german.page.routeWebSocket(/\/live/, (socket) => {
      const server = socket.connectToServer();
      lines.push({ cut: async () => { await server.close(); await socket.close(); } });
    });
    await german.page.goto(`/seat/${links['german']}`);
    await ready(german.page);
    await others;
    const soviet = await sit(browser, links['soviet']);
    for (let i = 0; i < 4; i += 1) {
      for (const who of [soviet, german]) if ((await state(who.page)) === 'asked') await giveOrder(who.page, [/Fatigue/]);
      if (i === 1) await lines.at(-1)?.cut();
    }
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    await caughtUp(german, links['german'] ?? '');
    await soviet.context.close();
    await german.context.close();
  });

  it('asks the server little: at the usual limits nobody is turned away', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const who = await sit(browser, links['soviet']);
    await other;
    await caughtUp(who, links['soviet'] ?? '');
    const before = who.asked.length;
    await order(who.page, /Advance$/, /2nd Rifle/);
    await order(who.page, /^\d*\s*Move/, /moves to/);
    await caughtUp(who, links['soviet'] ?? '');
    // An order costs its odds, itself, and one look at what it brought.
    expect(who.asked.slice(before).length).toBeLessThanOrEqual(6);
    await who.context.close();
  });

  it('leaves a standing order, lists it, and withdraws it', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const who = await sit(browser, links['soviet']);
    await other;
    const { page } = who;
    await order(page, /Advance$/, /2nd Rifle/);
    await page.locator('.verbs button', { hasText: 'Stop' }).click();
    await page.getByLabel('When this is asked again').selectOption('game');
    await page.getByRole('button', { name: 'Give the order' }).click();
    const standing = page.getByRole('region', { name: 'Standing orders' });
    await standing.waitFor();
    // The next activation is stopped without asking.
    await order(page, /Advance$/, /Scouts/);
    await until(page, 'waits');
    await page.reload();
    await standing.waitFor();
    await standing.getByRole('button', { name: 'Clear' }).click();
    await standing.waitFor({ state: 'detached' });
    expect(await page.locator('.log').textContent()).toMatch(/Standing order set.*|Standing order cleared/);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });

  it('asks the calculators of the system by a form', async () => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    const who = await sit(browser, links['soviet']);
    await other;
    await who.page.getByRole('button', { name: 'Calculators' }).click();
    const tool = who.page.getByRole('dialog').getByRole('region', { name: 'Arrival' });
    const form = tool.locator('form');
    await form.getByRole('combobox').first().selectOption({ label: 'Scouts (soviet, B4)' });
    await form.getByLabel(/^To/).fill('F5');
    await form.getByRole('button', { name: 'Compute' }).click();
    await expect.poll(() => tool.locator('.answer').textContent()).toMatch(/\d/);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });

  it('is played on the board itself: counter, verb, target, confirm', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context, complaints } = await sit(browser, links['soviet']);
    await page.locator('.counter.able[aria-label^="2nd Rifle"]').click();
    await page.locator('.verbs button', { hasText: /Advance\s*$/ }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await page.locator('.board .target').first().waitFor();
    await page.locator('.board').hover();
    await page.mouse.wheel(0, -300);
    const target = page.locator('.hex.live').first();
    const label = await target.getAttribute('data-hex');
    await target.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Give the order' }).click();
    await expect.poll(async () => (await get<{ pieces: { label: string; location: string }[] }>(`seats/${links['soviet']}/scene`)).pieces.find((piece) => piece.label === '2nd Rifle')?.location).toBe(label);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('ends when a side gives it up, whoever is asked', async () => {
    const links = await game();
    const other = takeSeat(links['soviet'] ?? '');
    const { page, context, complaints } = await sit(browser, links['german']);
    await other;
    await page.getByRole('button', { name: 'Help and settings' }).click();
    await page.getByRole('button', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    expect(await state(page)).not.toBe('over');
    await page.getByRole('button', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await until(page, 'over');
    await page.getByText('The ledger is the game that was played.').waitFor();
    expect(await page.locator('.log').innerText()).toContain('The German side resigns.');
    const { outcome } = await get<{ outcome: { winner: string } }>(`seats/${links['soviet']}`);
    expect(outcome.winner).toBe('soviet');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('renews its link: the page goes on with the new one, other tabs follow, other browsers stop', async () => {
    const links = await game();
    const old = links['soviet'] ?? '';
    const other = takeSeat(links['german'] ?? '');
    const { page, context, complaints } = await sit(browser, old);
    await other;
    await ready(page);
    const tab = await context.newPage();
    await tab.goto(`/seat/${old}`);
    await ready(tab);
    const elsewhere = await sit(browser, old);
    await page.getByRole('button', { name: 'Help and settings' }).click();
    await page.getByRole('button', { name: 'Renew link…' }).click();
    await page.getByRole('button', { name: 'Keep this link' }).click();
    expect(page.url()).toContain(old);
    await page.getByRole('button', { name: 'Renew link…' }).click();
    await page.getByRole('button', { name: 'Renew link', exact: true }).click();
    await expect.poll(() => page.url()).not.toContain(old);
    await ready(page);
    await expect.poll(() => tab.url()).toBe(page.url());
    await ready(tab);
    await elsewhere.page.getByText('link was renewed in another browser').waitFor();
    await order(page, /Advance$/, /2nd Rifle/);
    // The old link leads this browser to the new one, and the dice can still be checked.
    await tab.goto(`/seat/${old}`);
    await expect.poll(() => tab.url()).toBe(page.url());
    await page.getByRole('button', { name: 'Help and settings' }).click();
    await page.getByRole('button', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByText('The ledger is the game that was played.').waitFor();
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), elsewhere.context.close()]);
  });

  it('offers the replay of a finished game', async () => {
    const links = await game();
    const other = opponent(links['german'] ?? '', /Fatigue/);
    const { page, context, complaints } = await sit(browser, links['soviet']);
    await playToEnd(page, () => [/Fatigue/, /Stop/]);
    await other;
    await page.getByText('The ledger is the game that was played.').waitFor();
    await page.getByText('Luck in this game').click();
    await page.locator('.luck .course').waitFor();
    const [first, second] = (await page.locator('.luck .sides .value').allTextContents()).map((text) => Number(text.replace('−', '-')));
    expect(first! + second!).toBeCloseTo(0, 5);
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
      await page.getByLabel('View as').selectOption(eyes);
      await page.locator('.board .counter').first().waitFor();
    }
    // A roll that turned the game leads to its step.
    await page.getByText('Luck in this game').click();
    await page.locator('.luck .course').waitFor();
    const turned = page.locator('.luck button.step').first();
    if ((await turned.count()) > 0) {
      const wanted = ((await turned.textContent()) ?? '').replace('Step ', '');
      await turned.click();
      await expect.poll(counted).toMatch(new RegExp(`^${wanted} of `));
    }
    await page.reload();
    await expect.poll(() => page.getByLabel('View as').inputValue()).toBe('spectator');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
