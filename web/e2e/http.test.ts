/** The table by plain HTTP from another machine: what browsers keep for HTTPS and for the machine itself is not there. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { game, launch, person } from './browser';
import { takeSeat } from './opponent';
import { giveOrder, ready, until } from './play';

/** A name that is neither this machine's nor anybody's. */
const HOST = 'undercity.test';

let browser: Browser;
let baseURL: string;
beforeAll(async () => {
  const { hostname, port } = new URL(inject('url'));
  baseURL = `http://${HOST}:${port}`;
  browser = await launch(`--host-resolver-rules=MAP ${HOST} ${hostname}`);
});
afterAll(() => browser.close());

/** What browsers say themselves of a page that came by plain HTTP. */
const ours = (complaints: string[]) => complaints.filter((words) => !words.includes('Cross-Origin-Opener-Policy'));

describe('a page that came by plain HTTP', () => {
  it('takes part in the dice, gives orders, and judges them at the end', async () => {
    const { page, context, complaints } = await person(browser, { baseURL });
    await page.goto('/');
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByRole('group', { name: /german/i }).getByLabel('The computer').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/seat\//);
    await ready(page);
    for (let n = 0; n < 3; n += 1) {
      await until(page, 'asked');
      expect((await giveOrder(page, [/Prepare|Fatigue/])).sentence).not.toBe('');
    }
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Resign…' }).click();
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByText('The dice were fair').waitFor();
    await page.getByText('The ledger is the game that was played').waitFor();
    expect(ours(complaints)).toEqual([]);
    await context.close();
  });

  it('copies links all the same, or holds them out to be copied by hand', async () => {
    const links = await game();
    const others = takeSeat(links['german'] ?? '');
    const { page, context, complaints } = await person(browser, { baseURL });
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await others;
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.reload();
    await ready(page);
    await page.evaluate(() => (document.execCommand = () => false));
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const field = page.getByLabel('Text to copy');
    expect(await field.inputValue()).toBe(`${baseURL}/seat/${links['soviet']}`);
    expect(await field.evaluate((input: HTMLInputElement) => (input.selectionEnd ?? 0) - (input.selectionStart ?? 0))).toBeGreaterThan(20);
    await page.getByText('copy it yourself').waitFor();
    expect(ours(complaints)).toEqual([]);
    await context.close();
  });
});
