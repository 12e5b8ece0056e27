/** Both sides plan at once, in secret; and places that are asked about without a piece are pointed at on the board. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Scene, SeatInfo } from '../src/lib/wire';
import { game, get, launch, sit } from './browser';
import { give, giveAny, moment, offersOf, takeSeat } from './opponent';
import { caughtUp, settled, until } from './play';

const LONG = { timeout: 60_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** The share of the sheet that is printed. */
const printed = (page: Page) => page.locator('.sheet canvas:not([hidden])').last().evaluate((canvas: HTMLCanvasElement) => {
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!;
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  let full = 0;
  for (let at = 3; at < data.length; at += 4 * 97) if (data[at] !== 0) full += 1;
  return full / (data.length / (4 * 97));
});

const ready = async (token: string) => give(token, (await offersOf(token)).offers.find((offer) => offer.verb === 'Ready'));

/** Plays a seat on until some of its own are on the move, and it is asked where to. */
async function movers(token: string): Promise<void> {
  for (;;) {
    const all = await offersOf(token);
    const { outcome } = await get<SeatInfo>(`seats/${token}`);
    if (outcome) throw new Error('the game is over, and nobody was asked where to');
    if (/choose the next Location/.test(all.asked ?? '')) return;
    const go = /^Movement Phase/.test(all.asked ?? '') ? all.offers.find((offer) => offer.verb === 'Move' && offer.draft !== undefined) : undefined;
    if (go) await giveAny(token, await offersOf(token, go.draft), /Move/);
    else if (all.asked === null) await moment();
    else await giveAny(token, all, /Place at random|Hold fire|Done/);
  }
}

/** All that can be read of what a seat may do, and of how far the game is. */
const whole = (page: Page) => page.evaluate(() => [document.querySelector('.orders'), document.querySelector('.status'), document.querySelector('.log'), document.querySelector('svg.board .overlays')]
  .map((one) => one?.textContent).join('|'));

describe('plans of both sides at once', () => {
  it('are drawn and listed for their own side, changed until it is done, and never told to the other', async () => {
    const links = await game({ scenario: 'sniper/patrol' });
    const [own, other] = [links['defender'] ?? '', links['attacker'] ?? ''];
    const seated = takeSeat(other);
    const who = await sit(browser, own);
    const { page } = who;
    await seated;
    await until(page, 'asked');
    await ready(other);
    await caughtUp(who, own);
    await page.locator('.orders .choice', { hasText: 'Ready' }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await page.locator('.table[data-busy="false"] #orders-title', { hasText: /Plot in secret/ }).waitFor();
    await page.getByText('Both sides do this at the same time.').waitFor();
    expect(await printed(page)).toBeGreaterThan(0.2);

    // A way is plotted by pointing at the board, and stands there step by step.
    await page.locator('.orders .choice', { hasText: 'Belov' }).click();
    await page.locator('.orders .choice', { hasText: /Belov .*moves: choose/ }).click();
    await page.locator('.board .target').first().waitFor();
    const target = page.locator('.hex.live[data-hex="1622"]');
    await target.focus();
    await page.keyboard.press('Enter');
    // Before it is given: why there are no reactions, with the rule, and who sees it.
    const sees = page.locator('.orders figure', { hasText: 'Who sees it' });
    await sees.getByText('The enemy plots at the same time, so no reaction can be listed.').waitFor();
    await sees.getByRole('button', { name: /SNP-B2$/ }).waitFor();
    const enemies = (await get<Scene>(`seats/${own}/scene`)).pieces.filter((piece) => piece.side === 'attacker').map((piece) => piece.location);
    const seen = await sees.locator('li b').allTextContents();
    expect(seen.every((one) => enemies.some((place) => one.includes(`(${place}`)))).toBe(true);
    if (seen.length === 0) await sees.getByText('No enemy that you see has a clear line to it.').waitFor();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await expect.poll(() => page.locator('.overlay.path').count(), LONG).toBe(1);
    await settled(page);
    const steps = await page.locator('.overlay.path .step').allTextContents();
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.map((text) => Number.parseInt(text, 10))).toEqual(steps.map((_, i) => i + 1));
    await page.locator('.orders .plan', { hasText: 'Moves to 1622' }).waitFor();
    await sees.waitFor();
    // From one counter to another without a step back; what is planned is listed for all.
    await page.locator('.board .counter.able[aria-label^="Gorin"]').dispatchEvent('click');
    await page.locator('.orders h3', { hasText: 'Gorin' }).waitFor();
    while ((await page.getByRole('button', { name: /^Back/ }).count()) > 0) await page.getByRole('button', { name: /^Back/ }).first().click();
    await page.getByText(/1 of \d+ planned/).waitFor();

    // The other side knows of none of it, and what it does is not seen here, not even that it is done.
    const theirs = await get<Scene>(`seats/${other}/scene`);
    expect((theirs.overlays ?? []).filter((one) => (one.locations as string[]).includes('1622'))).toEqual([]);
    expect(JSON.stringify(theirs)).not.toContain('Belov');
    const before = await whole(page);
    await ready(other);
    await page.waitForTimeout(400);
    await caughtUp(who, own);
    expect(await whole(page)).toBe(before);

    // Taken back by another plan, then carried out.
    await page.locator('.orders .choice', { hasText: 'Belov' }).click();
    await page.locator('.orders .choice', { hasText: 'stays and does nothing' }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await expect.poll(() => page.locator('.overlay.path').count(), LONG).toBe(0);
    await settled(page);
    while ((await page.getByRole('button', { name: /^Back/ }).count()) > 0) await page.getByRole('button', { name: /^Back/ }).first().click();
    await page.locator('.orders .choice', { hasText: 'Ready' }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await expect.poll(async () => (await get<Scene>(`seats/${own}/scene`)).status.find((line) => line.name === 'Turn')?.value, LONG).toMatch(/^2 of/);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});

describe('a question about places alone', () => {
  it('lights them on the board, where they can be pointed at', async () => {
    const links = await game({ scenario: 'asl/first', players: { russian: 'recruit' } });
    const own = links['german'] ?? '';
    await takeSeat(own);
    await movers(own);
    const { page, context, complaints } = await sit(browser, own);
    await page.locator('#orders-title', { hasText: 'choose the next Location' }).waitFor();
    const target = page.locator('.hex.live').first();
    const label = await target.getAttribute('data-hex');
    const box = (await target.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.85);
    await page.locator('.orders :is(.confirm .sentence, .choice span)', { hasText: `Move to ${label}` }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
