/** Every page as axe-core finds it: by day and by night, at a desk and on a phone. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { opponent, takeSeat } from './opponent';
import { head, order, ready, settled, until } from './play';

let browser: Browser;
let over: Record<string, string>;
beforeAll(async () => {
  browser = await launch();
  over = await game();
  await Promise.all([opponent(over['soviet'] ?? '', /below|Advance$|Fire/), opponent(over['german'] ?? '', /Fatigue/)]);
});
afterAll(() => browser.close());

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

/** By night only the colours differ. */
async function violations(page: Page, night: boolean): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations: found } = await (night ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** The tests of one device. */
export function barriers(device: keyof typeof DEVICES): void {
  const options = DEVICES[device];
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`axe-core finds no barrier, ${colorScheme}, at a ${device}`, () => {
      const look = async (page: Page, what: string): Promise<void> => {
        expect(await violations(page, colorScheme === 'dark'), what).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `width of ${what}`).toBeLessThanOrEqual(options.viewport.width);
      };
      const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

      it('without a game', async () => {
        const { page, context } = await person(browser, { ...options, colorScheme });
        await page.goto('/calculators');
        await page.getByLabel('Manholes').fill('C4 E5 G4');
        await page.getByLabel('From').fill('C4');
        await page.getByLabel('To', { exact: true }).fill('G4');
        const trip = page.locator('form').filter({ has: page.getByLabel('Manholes') });
        await trip.getByRole('button', { name: 'Compute' }).click();
        await page.getByRole('table').first().waitFor();
        await look(page, 'calculators without a game');
        await context.close();
      });

      it('before play', async () => {
        const { page, context } = await person(browser, { ...options, colorScheme });
        await page.goto('/');
        await page.locator('.card').first().waitFor();
        await look(page, 'start');
        await page.locator('.card', { hasText: 'First patrol' }).click();
        await page.getByText(/Rule options/).click();
        await look(page, 'set-up');
        await page.getByRole('group', { name: /german/i }).getByLabel('Another player').check();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.getByText('The game is ready').waitFor();
        await look(page, 'links');
        await page.goto('/');
        await page.locator('.card', { hasText: 'First patrol' }).click();
        await page.getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
        await page.getByRole('button', { name: 'Start the game' }).click();
        await page.getByRole('button', { name: /Continue as/ }).waitFor();
        await look(page, 'hand-over');
        await page.goto(`/seat/${'0'.repeat(48)}`);
        await page.getByRole('alert').first().waitFor();
        await look(page, 'a link that opens nothing');
        await context.close();
      });

      it('in play', async () => {
        const links = await game();
        const other = takeSeat(links['german'] ?? '');
        const { page, context } = await person(browser, { ...options, colorScheme });
        await page.goto(`/seat/${links['soviet']}`);
        await ready(page);
        await other;
        await until(page, 'asked');
        await look(page, 'table');
        await page.locator('.orders [data-choice]').first().click();
        await page.locator('.whynot summary').click();
        await look(page, 'verbs and why not');
        await page.getByRole('button', { name: /^Back/ }).click();
        await page.locator('.orders [data-choice]', { hasText: 'Maxim' }).click();
        await page.locator('.verbs [data-choice]', { hasText: /^\s*\d*\s*Fire\s*$/ }).first().click();
        await page.locator('.orders .choices [data-choice]', { hasText: 'suppressive fire' }).first().click();
        await page.locator('.confirm figure summary').click();
        await look(page, 'odds');
        await page.getByRole('button', { name: /^Back/ }).click();
        await page.keyboard.press('g');
        await page.locator('.measure .verdict').getByText(/in reach of/).waitFor();
        await page.getByText('All places with their cost').click();
        await look(page, 'places in reach');
        await page.keyboard.press('g');
        await page.locator('.measure').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: /Underground/ }).click();
        await tab(page, 'In sight');
        await page.getByText('Legend').click();
        await look(page, 'below, and what is in sight');
        if (device === 'phone') { await tab(page, 'Sheets'); await look(page, 'sheets'); }
        await head(page, 'Rules');
        await page.locator('dialog[open]').waitFor();
        await look(page, 'rulebook');
        await page.keyboard.press('Escape');
        await head(page, 'Help and settings');
        await page.locator('dialog[open]').waitFor();
        await look(page, 'help');
        await page.keyboard.press('Escape');
        await head(page, 'Calculators');
        await page.locator('dialog[open]').waitFor();
        await look(page, 'calculators');
        await page.keyboard.press('Escape');
        if (device === 'phone') await tab(page, 'Orders');
        while ((await page.getByRole('button', { name: /^Back/ }).count()) > 0) await page.getByRole('button', { name: /^Back/ }).click();
        await order(page, /Advance$/, /Scouts/);
        await page.locator('.verbs [data-choice]', { hasText: 'Stop' }).click();
        await look(page, 'an order that can stand');
        await page.getByLabel('When this is asked again').selectOption('game');
        await page.getByRole('button', { name: 'Give the order' }).click();
        await page.getByRole('heading', { name: 'Standing orders', exact: true }).waitFor();
        await settled(page);
        await tab(page, 'Log');
        await look(page, 'the log');
        if (device === 'phone') await tab(page, 'Orders');
        await order(page, /^\d*\s*Fire\s*$/, /Maxim/, /suppressive fire/);
        await page.locator('.happened .die').first().waitFor();
        await look(page, 'what just happened');
        await context.close();
      });

      it('where both sides plan at once, and where units are still to be placed', async () => {
        for (const [scenario, own, other] of [['sniper/cordon', 'defender', 'attacker'], ['asl/first', 'german', 'russian']] as const) {
          const links = await game({ scenario, players: { [other]: 'recruit' } });
          const { page, context } = await person(browser, { ...options, colorScheme });
          await page.goto(`/seat/${links[own]}`);
          await ready(page);
          await until(page, 'asked');
          await look(page, `${scenario}, set-up`);
          await page.getByRole('button', { name: /Underground/ }).click();
          await look(page, `${scenario}, below`);
          await context.close();
        }
      });

      it('at the end', async () => {
        const { page, context } = await person(browser, { ...options, colorScheme });
        await page.goto(`/seat/${over['german']}`);
        await ready(page);
        await page.getByText('Ledger checks').click();
        await page.getByText('Luck in this game').click();
        await page.locator('.luck .course').waitFor();
        await look(page, 'the end');
        for (const eyes of ['open', 'german']) {
          await page.goto(`/replay/${over['german']}#step=3&eyes=${eyes}`);
          await page.reload();
          await page.locator('.board .counter').first().waitFor();
          await look(page, `replay, ${eyes}`);
        }
        await context.close();
      });
    });
  }
}
