/**
 * Screenshots to be looked at (`npm run shots`): every state, at a desk and on a phone, by day and by night. They land in
 * `e2e/shots`. SHOTS names the devices and the states, as in `SHOTS='phone.*guide' npm run shots`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, get, launch, person, post } from './browser';
import { opponent, takeSeat } from './opponent';
import { head, order, ready, settled, until } from './play';

const FOLDER = join(import.meta.dirname, 'shots');
const WANTED = new RegExp(process.env['SHOTS'] ?? '.');
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const NIGHT = { colorScheme: 'dark' as const };
const DEVICES = { desk: DESK, phone: PHONE, 'desk-night': { ...DESK, ...NIGHT }, 'phone-night': { ...PHONE, ...NIGHT } };

const SYSTEMS = [['tide/first', 'soviet', 'german'], ['heroes/first', 'soviet', 'german'], ['asl/the-brickworks', 'german', 'russian'], ['sniper/cordon', 'defender', 'attacker']] as const;
const GUIDES = ['asl/first', 'heroes/first', 'sniper/cordon', 'tide/first'];
/** How long the sheet may take to be printed after the view has changed, in milliseconds. */
const PRINTED = 900;

/** A page, what its pictures are called, and whether it is a phone. */
interface Taken {
  page: Page;
  phone: boolean;
  shot: (what: string) => Promise<void>;
}
type Scene = (taken: Taken) => Promise<void>;

const tab = (page: Page, label: string) => page.getByRole('tab', { name: label }).click();
async function back(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Back/ });
  while ((await button.count()) > 0) await button.first().click();
}
const choose = (page: Page, words: string | RegExp) => page.locator('.orders [data-choice]', { hasText: words }).first().click();

async function sit(page: Page, token: string | undefined): Promise<void> {
  await page.goto(`/seat/${token ?? ''}`);
  await ready(page);
  await page.locator('.sheet canvas:not([hidden])').first().waitFor();
  await page.waitForTimeout(PRINTED);
}

async function level(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Underground|Street/ }).first().click();
  await page.waitForTimeout(PRINTED);
}

let over: Record<string, string>;

const SCENES: Record<string, Scene> = {
  start: async ({ page, shot }) => {
    await page.goto('/');
    await page.locator('.card').first().waitFor();
    await page.waitForLoadState('networkidle');
    await shot('1');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByRole('group', { name: /german/i }).getByLabel('Another player').check();
    await shot('2-setup');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByText('The game is ready').waitFor();
    await shot('3-links');
    await page.getByRole('link', { name: 'Play Soviet' }).click();
    await page.getByText('Waiting for German to open the link').waitFor();
    await shot('4-waiting');
    await page.goto('/seat/none');
    await page.locator('[role="alert"]').first().waitFor();
    await shot('5-no-such-link');
    await page.goto('/');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByRole('group', { name: /german/i }).getByLabel('Me, on this device').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByRole('button', { name: /Continue as/ }).waitFor();
    await shot('6-handover');
  },
  calculators: async ({ page, shot }) => {
    await page.goto('/calculators');
    await page.getByLabel('Manholes').fill('C4 E5:friend G4:2enemies:25% F7 H6:covered J5:unwatched');
    await page.getByLabel('From').fill('C4');
    await page.getByLabel('To', { exact: true }).fill('J5');
    const trip = page.locator('form').filter({ has: page.getByLabel('Manholes') });
    await trip.getByRole('button', { name: 'Compute' }).click();
    await page.locator('table').first().waitFor();
    await trip.scrollIntoViewIfNeeded();
    await shot('1');
  },
  systems: async ({ page, shot }) => {
    for (const [scenario, own, other] of SYSTEMS) {
      const links = await game({ scenario, players: { [other]: 'computer' } });
      await sit(page, links[own]);
      await until(page, 'asked');
      const name = scenario.replace('/', '-');
      await shot(name);
      await level(page);
      await shot(`${name}-below`);
      await head(page, 'Briefing');
      await page.locator('dialog[open]').waitFor();
      await shot(`${name}-briefing`);
      await page.keyboard.press('Escape');
    }
  },
  turn: async ({ page, phone, shot }) => {
    const links = await game();
    const other = takeSeat(links['german'] ?? '');
    await sit(page, links['soviet']);
    await other;
    await until(page, 'asked');
    await page.locator('.board .counter[aria-label^="2nd Rifle"]').focus();
    await page.keyboard.press('i');
    await page.locator('.infocard').waitFor();
    await shot('01-card');
    await page.keyboard.press('Escape');
    await choose(page, 'Maxim');
    await page.locator('.whynot summary').click();
    await shot('02-verbs-whynot');
    await page.locator('.verbs [data-choice]', { hasText: /^\s*\d*\s*Fire\s*$/ }).click();
    await page.locator('.orders .choices [data-choice]').first().waitFor();
    await shot('03-targets');
    const compare = page.getByRole('button', { name: 'Compare the odds' });
    if ((await compare.count()) > 0) {
      await compare.click();
      await page.locator('.orders .odds').last().waitFor();
      await shot('04-compared');
    }
    await choose(page, 'suppressive fire');
    await page.locator('.confirm figure').waitFor();
    await shot('05-odds');
    await page.getByRole('button', { name: 'Give the order' }).click();
    await page.locator('.confirm').waitFor({ state: 'detached' });
    await settled(page);
    await page.locator('.happened .die').first().waitFor();
    await page.waitForTimeout(PRINTED);
    await shot('06-happened');
    if (phone) await tab(page, 'Log');
    await page.locator('.log .die').first().waitFor();
    await shot('07-log');
    await tab(page, 'In sight');
    await page.getByText('Legend').click();
    await shot('08-in-sight');
    if (phone) await tab(page, 'Orders');
    await back(page);
    await order(page, /Advance$/, /Scouts/);
    await choose(page, 'Stop');
    await shot('09-standing-offer');
    await back(page);
    await order(page, /red card/, /Go below/, /Scouts/);
    await level(page);
    if (phone) await tab(page, 'Sheets');
    await shot('10-below');
    await level(page);
    for (const [name, what] of [['Rules', '11-rules'], ['Calculators', '12-tools'], ['Share', '13-share'], ['Help and settings', '14-help']] as const) {
      await head(page, name);
      await page.locator('dialog[open]').waitFor();
      await shot(what);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    if (phone) {
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await shot('15-menu');
      await page.keyboard.press('Escape');
    }
    await sit(page, links['german']);
    await shot('16-waits');
  },
  measure: async ({ page, shot }) => {
    for (const [scenario, own, other] of SYSTEMS) {
      const links = await game({ scenario, players: { [other]: 'computer' } });
      await sit(page, links[own]);
      await until(page, 'asked');
      const sight = page.getByRole('button', { name: 'Measure line of sight and range' });
      if ((await sight.count()) === 0) continue;
      const name = scenario.replace('/', '-');
      await sight.click();
      await page.keyboard.press('b');
      for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) {
        await page.keyboard.press(key);
        await page.waitForTimeout(60);
      }
      await page.locator('.measure .verdict').waitFor();
      await shot(`${name}-sight`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Places in reach' }).click();
      await page.locator('.measure select').selectOption({ index: 1 });
      await page.locator('.measure .verdict').waitFor();
      await shot(`${name}-reach`);
    }
  },
  plots: async ({ page, shot }) => {
    const links = await game({ scenario: 'sniper/patrol', players: { attacker: 'computer' } });
    await sit(page, links['defender']);
    await order(page, /You are ready/);
    await page.locator('#orders-title', { hasText: /Plot in secret/ }).waitFor();
    for (const man of [/Belov/, /Gorin/]) {
      await order(page, /moves to 1[56]2\d/, /moves: choose/, /^\d*\s*Move\d*$/, man);
      await back(page);
    }
    const plots = page.locator('.plots');
    await plots.waitFor();
    if ((await plots.getAttribute('open')) === null) await plots.locator('summary').click();
    await page.waitForTimeout(PRINTED);
    await shot('1');
    await plots.scrollIntoViewIfNeeded();
    await shot('2');
  },
  guides: async ({ page, shot }) => {
    for (const scenario of GUIDES) {
      const card = (await get<{ name: string; guide: { side: string } | null }[]>('scenarios')).find((one) => one.name === scenario);
      const { links } = (await post('games', { scenario, guide: true })) as { links: Record<string, string> };
      await sit(page, links[card?.guide?.side ?? '']);
      const END = '.guide a[href="/"]';
      for (let step = 1, before = ''; step < 90; step += 1) {
        await page.locator(`.table[data-busy="false"] :is(.orders .hint, ${END})`).first().waitFor();
        await settled(page);
        const now = await page.locator('.guide .head').innerText();
        if (now !== before) await shot(`${scenario.replace('/', '-')}-${String(step).padStart(2, '0')}`);
        before = now;
        if ((await page.locator(END).count()) > 0) break;
        const shown = await page.locator('.orders').innerText();
        await page.locator('.orders .hint').first().click({ timeout: 5000 }).catch(() => undefined);
        await page.waitForFunction((old) => document.querySelector<HTMLElement>('.orders')?.innerText !== old, shown, { timeout: 10_000 }).catch(() => undefined);
        await settled(page);
      }
    }
  },
  end: async ({ page, shot }) => {
    await sit(page, over['german']);
    await page.locator('.verdict').first().waitFor();
    await shot('1');
    await page.getByText('Ledger checks').click();
    await page.getByText('Dice checks').click();
    await shot('2-checks');
    for (const eyes of ['open', 'german']) {
      await page.goto(`/replay/${over['german']}#step=6&eyes=${eyes}`);
      await page.reload();
      await page.locator('.board .counter').first().waitFor();
      await page.waitForTimeout(PRINTED);
      await shot(`3-replay-${eyes}`);
    }
  },
};

let browser: Browser;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  browser = await launch();
  over = await game({ options: { hidden_sewers: true } });
  await Promise.all([opponent(over['soviet'] ?? '', /below|Advance$|Emerge|Assault from/), opponent(over['german'] ?? '', /^Fire$|Fatigue/)]);
});
afterAll(() => browser.close());

describe('screenshots', () => {
  for (const [device, options] of Object.entries(DEVICES)) {
    for (const [name, scene] of Object.entries(SCENES)) {
      if (!WANTED.test(`${device} ${name}`)) continue;
      it(`${device} ${name}`, async () => {
        const { page, context, complaints } = await person(browser, options);
        /** What fades has faded, and pictures have come. */
        const shot = async (what: string) => {
          await page.evaluate(() => Promise.race([
            Promise.all([
              ...[...document.images].filter((one) => one.getBoundingClientRect().top < innerHeight).map((one) => one.decode().catch(() => undefined)),
              ...document.getAnimations().map((one) => one.finished.catch(() => undefined)),
            ]),
            // A picture below the fold may never be fetched, and an arrow that points never rests.
            new Promise((done) => setTimeout(done, 1000)),
          ]));
          await page.screenshot({ path: join(FOLDER, `${name}-${what}-${device}.png`) });
        };
        await scene({ page, phone: 'isMobile' in options, shot });
        expect(complaints).toEqual([]);
        await context.close();
      });
    }
  }
});
