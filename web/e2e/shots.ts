/** Screenshots to be looked at (`npm run shots`): every state, at a desk, on a phone and at night; they land in `e2e/shots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { opponent, takeSeat } from './opponent';
import { head, order, ready, settled, until } from './play';

const SHOTS = join(import.meta.dirname, 'shots');
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const SYSTEMS = [['tide/first', 'soviet', 'german'], ['heroes/first', 'soviet', 'german'], ['asl/the-brickworks', 'german', 'russian'], ['sniper/cordon', 'defender', 'attacker']] as const;
/** How long the sheet may take to be printed after the view has changed, in milliseconds. */
const PRINTED = 1500;

let browser: Browser;
let over: Record<string, string>;
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await launch();
  over = await game({ options: { hidden_sewers: true } });
  await Promise.all([opponent(over['soviet'] ?? '', /below|Advance$|Emerge|Assault from/), opponent(over['german'] ?? '', /^Fire$|Fatigue/)]);
});
afterAll(() => browser.close());

describe('screenshots', () => {
  for (const [name, options] of [['desk', DESK], ['phone', PHONE], ['night', { ...DESK, colorScheme: 'dark' as const }]] as const) {
    it(`of all systems, ${name}`, async () => {
      for (const [scenario, own, other] of SYSTEMS) {
        const links = await game({ scenario, players: { [other]: 'computer' } });
        const { page, context, complaints } = await person(browser, options);
        await page.goto(`/seat/${links[own]}`);
        await ready(page);
        await until(page, 'asked');
        await page.locator('.sheet canvas:not([hidden])').first().waitFor();
        await page.waitForTimeout(PRINTED);
        await page.screenshot({ path: join(SHOTS, `${name}-16-${scenario.replace('/', '-')}.png`) });
        await page.getByRole('button', { name: /Underground/ }).click();
        await page.waitForTimeout(PRINTED);
        await page.screenshot({ path: join(SHOTS, `${name}-17-${scenario.replace('/', '-')}-below.png`) });
        expect(complaints).toEqual([]);
        await context.close();
      }
    });

    it(`of a ${name}`, async () => {
      const links = await game();
      const other = takeSeat(links['german'] ?? '');
      const { page, context, complaints } = await person(browser, options);
      /** What fades has faded, and pictures have come. */
      const shot = async (what: string) => {
        await page.evaluate(() => Promise.race([
          Promise.all([
            ...[...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight).map((one) => one.decode().catch(() => undefined)),
            ...document.getAnimations().map((one) => one.finished.catch(() => undefined)),
          ]),
          // A picture below the fold may never be fetched.
          new Promise((done) => setTimeout(done, 3000)),
        ]));
        await page.screenshot({ path: join(SHOTS, `${name}-${what}.png`) });
      };
      const tab = (label: string) => page.getByRole('tab', { name: label }).click();
      await page.goto('/');
      await page.locator('.card').first().waitFor();
      await shot('01-start');
      await page.getByRole('link', { name: 'Calculators' }).click();
      await page.getByLabel('Manholes').fill('C4 E5:friend G4:2enemies:25% F7 H6:covered J5:unwatched');
      await page.getByLabel('From').fill('C4');
      await page.getByLabel('To', { exact: true }).fill('J5');
      await page.getByRole('button', { name: 'Compute' }).last().click();
      await page.locator('table').first().waitFor();
      await page.getByRole('button', { name: 'Compute' }).last().scrollIntoViewIfNeeded();
      await shot('15-no-game');
      await page.goto('/');
      await page.locator('.card', { hasText: 'First patrol' }).click();
      await shot('02-setup');
      await page.goto(`/seat/${links['soviet']}`);
      await ready(page);
      await other;
      await until(page, 'asked');
      await shot('03-table');
      await page.locator('.orders [data-choice]', { hasText: 'Maxim' }).click();
      await page.locator('.whynot summary').click();
      await shot('04-verbs-whynot');
      await page.locator('.verbs [data-choice]', { hasText: /^\s*\d*\s*Fire\s*$/ }).click();
      await page.locator('.orders .choices [data-choice]').first().waitFor();
      await shot('05-targets');
      await page.locator('.orders .choices [data-choice]', { hasText: 'suppressive fire' }).first().click();
      await page.locator('.confirm figure').waitFor();
      await shot('06-odds');
      await page.getByRole('button', { name: 'Give the order' }).click();
      await page.locator('.confirm').waitFor({ state: 'detached' });
      await settled(page);
      await page.locator('.happened .die').first().waitFor();
      await shot('06b-happened');
      if (name === 'phone') await tab('Log');
      await page.locator('.log .die').first().waitFor();
      await shot('07-log');
      if (name === 'phone') await tab('Orders');
      while ((await page.getByRole('button', { name: /^Back/ }).count()) > 0) await page.getByRole('button', { name: /^Back/ }).click();
      await order(page, /Advance$/, /Scouts/);
      await page.locator('.verbs [data-choice]', { hasText: 'Stop' }).click();
      await shot('08-standing-offer');
      await page.getByRole('button', { name: /^Back/ }).click();
      await order(page, /red card/, /Go below/);
      await page.getByRole('button', { name: /Underground/ }).click();
      if (name === 'phone') await tab('Sheets');
      await shot('09-below');
      await page.getByRole('button', { name: /Street|Underground/ }).click();
      await head(page, 'Rules');
      await shot('10-rules');
      await page.keyboard.press('Escape');
      await head(page, 'Calculators');
      await page.locator('dialog[open] select').first().selectOption({ index: 2 });
      await page.locator('dialog[open] input').first().fill('F3');
      await page.getByRole('button', { name: 'Compute' }).click();
      await page.locator('dialog[open] .answer p').first().waitFor();
      await shot('11-calculators');
      await page.keyboard.press('Escape');
      await page.goto(`/seat/${over['german']}`);
      await ready(page);
      await page.getByText('Ledger checks').click();
      await shot('12-end');
      for (const eyes of ['open', 'german']) {
        await page.goto(`/replay/${over['german']}#step=6&eyes=${eyes}`);
        await page.reload();
        await page.locator('.board .counter').first().waitFor();
        await shot(`13-replay-${eyes}`);
      }
      await page.goto('/');
      await page.locator('.card', { hasText: 'First patrol' }).click();
      await page.getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.getByRole('button', { name: /Continue as/ }).waitFor();
      await shot('14-handover');
      expect(complaints).toEqual([]);
      await context.close();
    });
  }
});
