/** The front page and the documentation as a browser shows them: no barrier, no complaint, nothing from elsewhere. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { launch } from '../browser';
import { kept, watch } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const site = inject('site');
// Without `make site-docs` there is only the playable page.
const there = existsSync(join(site, 'docs/index.html')) && existsSync(join(site, 'index.html'));

/** Opens pages one after the other, and returns all that the browser complained about. */
async function visit(pages: string[], options: Parameters<Browser['newContext']>[0], look: (page: Page, name: string) => Promise<void>): Promise<string[]> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  await watch(page, complaints);
  page.on('console', (message) => { if (message.type() === 'error') complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => { if (!request.url().startsWith(inject('url')) && !request.url().startsWith('data:')) complaints.push(`asks for ${request.url()}`); });
  for (const name of pages) {
    await page.goto(`${inject('url')}/${name}`);
    await look(page, name);
  }
  await context.close();
  return complaints;
}

const SOME = ['index.html', 'docs/index.html', 'docs/rules/tide/sewer-movement.html', 'docs/sewers/tide.html', 'docs/scenarios/tide/first.html'];

describe.runIf(there)('pages of the site', () => {
  it.each([[1280, 800, 'light'], [390, 844, 'light'], [1280, 800, 'dark'], [390, 844, 'dark']] as const)('axe-core finds no barrier at %i by %i pixels, %s', async (width, height, colorScheme) => {
    const complaints = await visit(SOME, { viewport: { width, height }, colorScheme, reducedMotion: 'reduce' }, async (page, name) => {
      const { violations } = await new AxeBuilder({ page }).exclude('.plate svg > *').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${name}`).toBeLessThanOrEqual(width);
    });
    expect(complaints).toEqual([]);
  });

  it('no page breaks the policy or is wider than a phone', async () => {
    const pages = readdirSync(join(site, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html')).map((name) => `docs/${name}`).sort();
    expect(pages.length).toBeGreaterThan(150);
    const wide: string[] = [];
    const complaints = await visit(pages, { viewport: { width: 390, height: 844 } }, async (page, name) => {
      if (await page.evaluate(() => document.documentElement.scrollWidth) > 390) wide.push(name);
    });
    expect({ complaints, wide }).toEqual({ complaints: [], wide: [] });
  });

  it('the search finds a clause by its words', async () => {
    const complaints = await visit(['docs/index.html'], {}, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('assault out of a manhole');
      const first = page.locator('#results a').first();
      await first.waitFor();
      expect(await page.locator('#results').innerText()).toMatch(/rulebooks/i);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith('docs/index.html'));
      await page.keyboard.press('/');
      await page.keyboard.type('zzzzz');
      await page.getByText('Nothing found.').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.locator('#results').isVisible()).toBe(false);
    });
    expect(complaints).toEqual([]);
  });

  it('the front page and the documentation open without network, after one visit', async () => {
    const complaints = await visit(['index.html'], {}, async (page) => {
      await kept(page);
      await page.context().setOffline(true);
      await page.reload();
      await page.locator('.film svg').first().waitFor();
      for (const name of SOME.slice(1)) {
        await page.goto(`${inject('url')}/${name}`);
        expect(await page.locator('main h1').first().isVisible()).toBe(true);
      }
      await page.keyboard.press('/');
      await page.keyboard.type('manhole');
      await page.locator('#results a').first().waitFor();
    });
    expect(complaints).toEqual([]);
  });

  it('the moving picture can be stopped, and stands still where motion is not wanted', async () => {
    const running = (page: Page): Promise<number> => page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length);
    await visit(['index.html'], {}, async (page) => {
      expect(await running(page)).toBeGreaterThan(10);
      await page.getByRole('button', { name: 'Pause' }).click();
      expect(await running(page)).toBe(0);
    });
    await visit(['index.html'], { reducedMotion: 'reduce' }, async (page) => {
      expect(await running(page)).toBe(0);
      const said = (): Promise<string[]> => page.locator('.said li').evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity === '1').map((one) => one.textContent ?? ''));
      const before = await said();
      expect(before.length).toBe(1);
      await page.getByRole('button', { name: 'Next moment' }).click();
      expect((await said()).length).toBe(1);
      expect(await said()).not.toEqual(before);
    });
  });
});
