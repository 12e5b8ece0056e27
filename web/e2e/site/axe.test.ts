/** The pages of the site as axe-core finds them, at a desk and on a phone, by day and by night. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch } from '../browser';
import { ready } from '../play';
import { visitor } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function look(page: Page, what: string, width: number): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`), what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${what}`).toBeLessThanOrEqual(width);
}

describe.each([[1280, 800], [390, 844]])('axe-core finds no barrier at %i pixels', (width, height) => {
  it.each(['light', 'dark'] as const)('%s', async (colorScheme) => {
    const who = await visitor(browser, { viewport: { width, height }, colorScheme });
    const { page } = who;
    await who.open('#/scenario/tide/first');
    await page.locator('.setup').waitFor();
    await page.getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
    await page.getByText('Open a ledger').click();
    await look(page, 'start', width);
    await page.locator('input[type=file][accept*=jsonl]').setInputFiles({ name: 'wrong.jsonl', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await page.getByRole('alert').waitFor();
    await look(page, 'a wrong ledger', width);
    await who.open('#/guide/tide/first');
    await ready(page);
    await look(page, 'guided game', width);
    await who.open('#/guide/tide/none');
    await page.getByRole('alert').waitFor();
    await look(page, 'no such guide', width);
    await who.open('#/calculators');
    await page.locator('h2').first().waitFor();
    await look(page, 'calculators', width);
    await who.open('#/sewers/tide');
    await page.locator('.panels img').first().waitFor();
    await look(page, 'sewers', width);
    await who.context.close();
  });
});
