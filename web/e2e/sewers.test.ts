/** The pages “How the sewers work”: opened from the start page and from the table, at a desk and on a phone. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { ready } from './play';

let browser: Browser;
beforeAll(async () => { browser = await launch(); });
afterAll(() => browser.close());

const SYSTEMS = ['asl', 'heroes', 'sniper', 'tide'];
const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

describe('how the sewers work', () => {
  for (const [device, options] of Object.entries(DEVICES)) {
    it(`is shown from the start page for each game, at a ${device}`, async () => {
      const { page, context, complaints } = await person(browser, options);
      for (const system of SYSTEMS) {
        await page.goto('/');
        await page.locator(`section:has(#game-${system})`).getByRole('link', { name: 'How the sewers work' }).click();
        await page.waitForURL(`**/sewers/${system}`);
        const panels = page.locator('.panels > li');
        await panels.first().waitFor();
        expect(await panels.count()).toBeGreaterThanOrEqual(6);
        for (const panel of await panels.all()) {
          const image = panel.getByRole('img');
          expect(await image.count()).toBeGreaterThan(0);
          // A policy that forbids the picture, or a picture that isn't one, has no width.
          expect(await image.first().evaluate(async (one: HTMLImageElement) => { await one.decode(); return one.naturalWidth; })).toBeGreaterThan(100);
          expect((await image.first().getAttribute('alt'))?.length).toBeGreaterThan(20);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(options.viewport.width);
      }
      expect(complaints).toEqual([]);
      await context.close();
    });
  }

  it('shows both views of a position, and the rules of a panel by the keyboard', async () => {
    const { page, context } = await person(browser);
    await page.goto('/sewers/asl');
    const panel = page.getByRole('region', { name: 'What the enemy sees meanwhile' });
    await panel.getByRole('img', { name: /You see \(Russian\).*1st Rifle/ }).waitFor();
    await panel.getByRole('img', { name: /The enemy sees \(German\).*sewer/ }).waitFor();
    await panel.locator('summary').focus();
    await page.keyboard.press('Enter');
    await panel.getByText('B8.41c', { exact: false }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Play the guided first game' }).waitFor();
    await context.close();
  });

  it('is one click away from the table', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await ready(page);
    await page.getByRole('button', { name: 'Help and settings' }).click();
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: /How the sewers work/ }).click()]);
    await tab.waitForURL('**/sewers/tide');
    await tab.locator('.panels > li').first().waitFor();
    await context.close();
  });

  it('says that a game has no such page', async () => {
    const { page, context } = await person(browser);
    await page.goto('/sewers/chess');
    await page.getByRole('alert').waitFor();
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no barrier, ${colorScheme}`, async () => {
      const { page, context } = await person(browser, { ...DEVICES.phone, colorScheme });
      await page.goto('/sewers/asl');
      await page.locator('.panels > li').first().waitFor();
      await page.locator('summary').first().click();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
      await context.close();
    });
  }
});
