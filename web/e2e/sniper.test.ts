/**
 * Sniper!, by two people in two browsers at once, with dice of their own: a man is found in the sewer, smoke fills it, a
 * shot is fired out of a manhole, and who fired it is knocked off his ladder. Both plot in secret, and until both are done
 * neither page nor line tells the other anything of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, type Person } from './browser';
import type { Odds } from '../src/lib/wire';
import { caughtUp } from './play';
import { found, inPage, log, order, type Player, roll, takeBoth, unheard, verb } from './two';

/** More than enough on a machine that does much else. */
const LONG = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** What the men of a side are called: the other side is told it of none of them. The key is who must not know. */
const SECRETS = {
  attacker: ['Fomin', 'Chernov', 'Shadow', 'Lebed'],
  defender: ['Ritter', 'Fuchs', 'Winkler', 'Kolbe'],
};

/** Whatever a side was sent, but for the board, that puts a piece or smoke below the street. */
const tellsBelow = (who: Person) => who.heard.filter(({ from }) => !from.endsWith('/board'))
  .flatMap(({ text }) => text.match(/"(at|location)":"\d+\/(sewer|ladder)"/g) ?? []);

/** Fails unless a line of the log says each of these. */
async function logged(who: Player, ...lines: RegExp[]): Promise<void> {
  await caughtUp(who, who.token);
  const told = await log(who);
  for (const line of lines) expect(told).toMatch(line);
}

/**
 * The scenario, but nobody panics and no grenade goes astray: those dice are secret, so the referee rolls them, and here they
 * must not change the story.
 */
function steady(): string {
  const text = readFileSync(join(import.meta.dirname, '../../scenarios/sniper/block-clearing.toml'), 'utf8');
  const told = text.replace(/\[panic\]\nattacker = true\ndefender = true/, '[panic]\nattacker = false\ndefender = false');
  expect(told).not.toBe(text);
  return `${told}\n[tables.scatter]\ntotals = []\nby = 1\n`;
}

/** Waits until both sides plot. */
const plotting = (players: Player[], turn: number) => Promise.all(players.map(async ({ page }) => {
  await page.locator('#orders-title', { hasText: /Plot in secret/ }).waitFor();
  await page.locator('.status', { hasText: `${turn} of` }).waitFor();
}));

describe('men below the street, plotted by both sides at once', () => {
  it('are found, smoked out, shot at and knocked off the ladder; no plot is told before its time', async () => {
    const links = await game({ scenario: steady(), dice: 'players' });
    const [storm, guard] = await takeBoth(browser, links['attacker'], links['defender']);
    const both = [storm, guard];

    // Set-up: two men below are placed, a third at a window.
    await unheard(storm, () => order(guard.page, /begins at 1050, in the sewer/, /Fomin/));
    await unheard(storm, () => order(guard.page, /begins at 1044, in the sewer/, /Chernov/));
    await unheard(storm, () => order(guard.page, /begins at 1147/, /Lebed/));
    await unheard(guard, () => order(storm.page, /You are ready/));
    await order(guard.page, /You are ready/);

    // Turn 1, plotted by turns: to the manhole on the Quay and onto its ladder, and smoke along the sewer.
    await plotting(both, 1);
    await unheard(guard, () => order(storm.page, /Ritter.* moves to 1050, on the ladder/, /moves: choose/, verb('Move'), /Ritter/));
    await unheard(storm, () => order(guard.page, /Chernov.* throws a smoke grenade at 1050, in the sewer/, /throws a smoke grenade/, verb('Throw smoke'), /Chernov/));
    // Each has its own plot before its eyes.
    await storm.page.locator('.orders .plan', { hasText: 'Moves to 1050' }).waitFor();
    await guard.page.locator('.orders .plan', { hasText: 'Throws smoke at 1050' }).waitFor();
    await unheard(storm, () => order(guard.page, /You are ready/));
    expect(tellsBelow(storm)).toEqual([]);
    await order(storm.page, /You are ready/);
    // Where the grenade comes down is the referee's roll: nobody is asked for it.
    await plotting(both, 2);
    await logged(storm, /Sgt\. Ritter \(1050\) finds the enemy at 1050, in the sewer\.\s+39\.52A/, /Smoke spreads from 1050, in the sewer\.\s+39\.71/);
    await logged(guard, /Enemy \d+ goes from 1451 via .* to 1050/, /Smoke spreads from 1050, in the sewer\.\s+39\.71/);
    for (const who of both) expect(await who.page.locator('.overlay.area').count()).toBeGreaterThan(0);

    // Turn 2: he leans out and fires at the window; the man below him fires up the shaft. Both fire, and both hit.
    const computed = guard.page.waitForResponse((response) => response.url().endsWith('/odds'));
    await unheard(storm, () => order(guard.page, /Fomin.* fires into 1050, on the ladder/, /fires: choose/, verb('Fire'), /Fomin/));
    // A plan has the odds of what comes of it alone.
    const odds = await (await computed).json() as Odds;
    expect(odds.alone).toBe(true);
    expect(odds.summary.map(({ text }) => text).join()).toMatch(/: killed.*: wounded|: wounded.*: killed/);
    await unheard(guard, () => order(storm.page, /leans out/, verb('Lean out'), /Ritter/));
    await unheard(guard, () => order(storm.page, /Ritter.* fires into 1147/, /fires: choose/, verb('Fire'), /Ritter/));
    await unheard(guard, () => order(storm.page, /You are ready/));
    await order(guard.page, /You are ready/);
    await roll(guard, /^Roll 2 dice for fire/, 1, 2);
    await roll(guard, /^Roll 2 dice for fire/, 6, 2);
    await roll(guard, /attacker melee/, 2, 3);
    await roll(guard, /defender melee/, 4, 3);
    await plotting(both, 3);
    await logged(storm,
      /Ritter \(1050, on the ladder\) fires at enemy \d+ with the machine pistol \(1147\).* 3-1 .*: killed\.\s+39\.61C/,
      /Enemy \d+ with the rifle \(1050, in the sewer\) fires at Sgt\. Ritter \(1050, on the ladder\).* 6-1 .*: wounded\.\s+39\.61B/,
      /Sgt\. Ritter \(1050, on the ladder\) falls off the ladder to 1050, in the sewer\.\s+39\.63a/,
      /Hand-to-hand at 1050, in the sewer.*\s+SNP-B15/);
    await logged(guard, /fires at Lebed \(1147\).*: killed\.\s+39\.61C/, /falls off the ladder to 1050, in the sewer\.\s+39\.63a/, /Hand-to-hand at 1050, in the sewer.*\s+SNP-B15/);

    // To the last message nobody was told what an enemy is called.
    expect(storm.heard.flatMap(({ text }) => found(text, SECRETS.attacker))).toEqual([]);
    expect(guard.heard.flatMap(({ text }) => found(text, SECRETS.defender))).toEqual([]);
    expect(found(await inPage(storm), SECRETS.attacker)).toEqual([]);
    expect(found(await inPage(guard), SECRETS.defender)).toEqual([]);
    // What is looked for is there to be found.
    expect(found(await inPage(guard), SECRETS.attacker).length).toBeGreaterThan(2);
    for (const { page, complaints, context } of both) {
      // However long the log has grown, the table stays in the window.
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    }
  }, LONG);
});
