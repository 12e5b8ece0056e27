/** Other ways to a table: dice of one's own, a link to watch, a file that is no scenario, a link that opens nothing. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person } from './browser';
import { takeSeat } from './opponent';
import { giveOrder, order, ready, until } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('other ways to a table', () => {
  it('asks for each roll by name where the players roll their own dice', async () => {
    const links = await game({ dice: 'players' });
    const [soviet, german] = [await person(browser), await person(browser)];
    // Both take their part in the secret dice before play begins.
    for (const [who, seat] of [[soviet, 'soviet'], [german, 'german']] as const) await who.page.goto(`/seat/${links[seat]}`);
    for (const who of [soviet, german]) await ready(who.page);
    await order(soviet.page, /fires at/, /^\d* ?Fire$/, /Maxim/);
    let entered = 0;
    // The attack, and then the defence, each asked for by name of whoever ordered.
    while ((await until(soviet.page, 'rolls', 'asked', 'waits')) === 'rolls') {
      const asked = soviet.page.locator('legend', { hasText: /Roll \d+ di/ });
      const words = (await asked.textContent()) ?? '';
      const dice = soviet.page.getByRole('spinbutton');
      for (let die = 0; die < (await dice.count()); die += 1) await dice.nth(die).fill(String((die % 6) + 1));
      await soviet.page.getByRole('button', { name: 'Enter dice' }).click();
      await soviet.page.locator('legend').filter({ hasText: words }).waitFor({ state: 'detached' });
      entered += 1;
    }
    expect(entered).toBeGreaterThan(1);
    for (const who of [soviet, german]) {
      await who.page.locator('.log .die').first().waitFor();
      expect(who.complaints).toEqual([]);
      await who.context.close();
    }
  });

  it('lets others watch what is public', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const [player, watcher] = [await person(browser), await person(browser)];
    await player.page.goto(`/seat/${links['soviet']}`);
    await ready(player.page);
    await watcher.page.goto(`/seat/${links['spectator']}`);
    await watcher.page.locator('svg.board .counter').first().waitFor();
    expect(await watcher.page.getByText('You are watching').count()).toBe(1);
    await giveOrder(player.page, [/Prepare|Fatigue/]);
    await watcher.page.locator('.log li').first().waitFor();
    expect(watcher.complaints).toEqual([]);
    await player.context.close();
    await watcher.context.close();
  });

  it('plays against each level of the computer', async () => {
    const { page, context, complaints } = await person(browser);
    for (const level of ['recruit', 'regular', 'veteran', 'elite']) {
      await page.goto('/');
      await page.locator('.card', { hasText: 'First patrol' }).click();
      const german = page.getByRole('group', { name: /german/i });
      await german.getByLabel('The computer').check();
      await german.getByLabel('Level').selectOption(level);
      await page.getByRole('button', { name: 'Start the game' }).click();
      await page.waitForURL(/\/seat\//);
      await ready(page);
      await page.getByText(`The computer (${level}) plays German`).waitFor();
      await until(page, 'asked');
      const ordered = page.locator('.log li', { hasText: /Elite squad|Regular squad|Machine gun|Officer|(regulars?|elites?|officer|MG crew) .*fires at/ });
      for (let n = 0; n < 4 && (await ordered.count()) === 0; n += 1) {
        await until(page, 'asked');
        await giveOrder(page, [/Prepare|Fatigue/]);
      }
      await ordered.first().waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('begins the first game with one click', async () => {
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    await page.locator('.lead').getByRole('button', { name: /^Play the/ }).click();
    await page.waitForURL(/\/seat\//);
    await ready(page);
    await page.getByText('You play Soviet').waitFor();
    await page.getByText('The computer (regular) plays German').waitFor();
    await page.goto('/');
    expect(await page.locator('.card', { hasText: 'First patrol' }).textContent()).toContain('begun');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens the set-up at the card, with the choice of last time', async () => {
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    const card = page.locator('.card', { hasText: 'Rats of Ninth Street' });
    await card.click();
    const setup = page.locator('li:has(.card) + li .setup');
    await setup.waitFor();
    expect(await setup.evaluate((one) => one === document.activeElement)).toBe(true);
    const [above, below] = [await card.boundingBox(), await setup.boundingBox()];
    expect(below!.y - above!.y - above!.height).toBeLessThan(30);
    await card.click();
    await setup.waitFor({ state: 'detached' });
    await card.click();
    const german = page.getByRole('group', { name: /german/i });
    await german.getByLabel('Another player').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.getByText('The game is ready').waitFor();
    await page.goto('/');
    await page.locator('.card', { hasText: 'Sealed Doors' }).click();
    expect(await german.getByLabel('Another player').isChecked()).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has all scenarios on three screens of a phone, by the full names of their games', async () => {
    const { page, context } = await person(browser, { viewport: { width: 390, height: 844 }, isMobile: true });
    await page.goto('/');
    await page.locator('.card').nth(15).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * 844);
    const said = await page.locator('main').innerText();
    for (const system of ['tide', 'heroes', 'asl']) expect(said).not.toMatch(new RegExp(`\\b${system}\\b`));
    expect(await page.locator('section:has(.cards) h2').allTextContents()).toContain('Tide of Iron: Stalingrad');
    expect(await page.locator('.facts').allTextContents().then((all) => all.filter((facts) => !/\d+ min/.test(facts)))).toEqual([]);
    await context.close();
  });

  it('shows the links of others again, says what it waits for, and whose turn it is', async () => {
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByRole('group', { name: /german/i }).getByLabel('Another player').check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    const link = await page.getByRole('textbox', { name: 'Link for German' }).inputValue();
    await page.getByRole('link', { name: 'Play Soviet' }).click();
    await page.getByText('Waiting for German to open the link').waitFor();
    expect(await page.getByRole('textbox', { name: 'Link for German' }).inputValue()).toBe(link);
    expect(await page.title()).toBe('First patrol: Soviet');
    await takeSeat(link.split('/').at(-1) ?? '');
    await until(page, 'asked');
    expect(await page.title()).toBe('● Your turn: First patrol');
    expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon-turn.svg');
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this game' });
    expect(await dialog.getByRole('textbox', { name: 'Link for German' }).inputValue()).toBe(link);
    await dialog.getByRole('button', { name: 'QR code' }).last().click();
    await dialog.getByRole('img', { name: 'QR code of the link for spectators' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto('/');
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.locator('.kept').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(link.split('/').at(-1));
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sets up the table on a click during which the options of the rules arrive', async () => {
    const { page, context, complaints } = await person(browser);
    let arrive = (): void => {};
    const held = new Promise<void>((resolve) => { arrive = resolve; });
    await page.route('**/api/systems/tide/rulebook', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    const button = page.getByRole('button', { name: 'Start the game' });
    await button.hover();
    await page.mouse.down();
    const come = page.waitForResponse('**/api/systems/tide/rulebook');
    arrive();
    await (await come).finished();
    await page.locator('.options select').first().waitFor({ state: 'attached' });
    await page.mouse.up();
    await page.waitForURL(/\/seat\//);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('computes without a game', async () => {
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    await page.getByRole('link', { name: 'Calculators' }).click();
    const trip = page.locator('section', { has: page.getByRole('heading', { name: 'Sewer', exact: true }) }).last();
    await trip.getByLabel('Manholes').fill('C4 E5 G4');
    await trip.getByLabel('From').fill('C4');
    await trip.getByLabel('To', { exact: true }).fill('G4');
    await trip.getByRole('button', { name: 'Compute' }).click();
    await trip.getByRole('table').first().waitFor();
    expect(await trip.getByRole('row').count()).toBeGreaterThan(6);
    await trip.getByLabel('To', { exact: true }).fill('Z9');
    await trip.getByRole('button', { name: 'Compute' }).click();
    await trip.getByText('Z9 is not one of the manholes listed').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('says what is wrong with a file that is no scenario', async () => {
    const { page, context } = await person(browser);
    await page.goto('/');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByText('Use your own scenario file').click();
    await page.getByLabel('Scenario file').setInputFiles({ name: 'bad.toml', mimeType: 'text/plain', buffer: Buffer.from('title = "Bad"\nsystem = "nothing"\n') });
    await page.getByText('bad.toml').waitFor();
    await page.getByRole('button', { name: 'Start the game' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect((await alert.textContent())?.length).toBeGreaterThan(20);
    await context.close();
  });

  it('plays a file of one’s own by its own rules, whatever was chosen before', async () => {
    const file = await readFile(join(import.meta.dirname, '../../scenarios/heroes/first.toml'), 'utf8');
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    await page.locator('.card', { hasText: 'First patrol' }).click();
    await page.getByText('Use your own scenario file').click();
    await page.getByLabel('Scenario file').setInputFiles({ name: 'mine.toml', mimeType: 'text/plain', buffer: Buffer.from(file.replace(/^title = .*$/m, 'title = "Mine"')) });
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await page.waitForURL(/\/seat\//);
    await ready(page);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Mine');
    await page.goto('/');
    const row = page.locator('.kept li', { hasText: 'Mine' });
    expect(await row.getByRole('link').count()).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('plays a guide of one’s own, and says what is wrong with one', async () => {
    const folder = join(import.meta.dirname, '../../scenarios/tide');
    const [scenario, guide] = await Promise.all(['first.toml', 'first.guide.toml'].map((name) => readFile(join(folder, name), 'utf8')));
    const { page, context, complaints } = await person(browser);
    await page.goto('/');
    await page.getByText('Use your own scenario file').click();
    const file = (name: string, text = '') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByLabel('Scenario file').setInputFiles(file('mine.toml', scenario));
    const chooser = page.getByLabel('Its guide');
    await chooser.setInputFiles(file('mine.guide.toml', guide?.replace(/^by = .*$/m, 'by = "the moon"')));
    await page.getByRole('button', { name: 'Play the guided game' }).click();
    await page.getByRole('alert').getByText(/^line \d+: /).waitFor();
    await chooser.setInputFiles(file('mine.guide.toml', guide?.replace(/^title = .*$/m, 'title = "My lesson"')));
    await page.getByRole('button', { name: 'Play the guided game' }).click();
    await page.waitForURL(/\/seat\//);
    await page.locator('.guide .say').waitFor();
    await page.goto('/');
    await page.locator('.kept li', { hasText: 'My lesson' }).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
    await context.close();
  });

  it('lists a table that was opened by a link, and keeps nothing of one that is forgotten', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context } = await person(browser);
    await page.goto(`/seat/${links['soviet']}`);
    await until(page, 'asked');
    await page.goto('/');
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.locator('.kept').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /nonce|noted|opening/.test(key)))).toEqual([]);
    await context.close();
  });

  it('says so when the number for the dice is in another browser', async () => {
    const links = await game();
    const [first, second, german] = [await person(browser), await person(browser), await person(browser)];
    await first.page.goto(`/seat/${links['soviet']}`);
    await first.page.getByText('Waiting for German to open the link').waitFor();
    await second.page.goto(`/seat/${links['soviet']}`);
    await second.page.getByText('is stored in another browser').waitFor();
    await german.page.goto(`/seat/${links['german']}`);
    await until(second.page, 'asked', 'waits');
    for (const who of [first, second, german]) {
      await ready(who.page);
      await who.context.close();
    }
  });

  it('says that a link opens no seat', async () => {
    const { page, context } = await person(browser);
    await page.goto(`/seat/${'0'.repeat(48)}`);
    await page.getByRole('alert').first().waitFor();
    await context.close();
  });
});
