/** What the page says and how it looks where players were misled: colours of nations, the way down, passing, undo. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, sit } from './browser';
import { settled } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

describe('the page', () => {
  it('lists the way down as a verb of its own, and leads there', async () => {
    const links = await game({ players: { german: 'recruit' } });
    const { page, context, complaints } = await sit(browser, links['soviet'], PHONE);
    // Of a squad elsewhere, the page says what going below needs.
    await page.locator('.orders .choice', { hasText: '2nd Rifle' }).click();
    await page.locator('.orders summary', { hasText: 'Unavailable actions' }).click();
    expect(await page.locator('.whynot').innerText()).toMatch(/Go below\s+A squad can go below only while it moves, from a hex with a sewer token/);
    await page.getByRole('button', { name: /^Back/ }).click();
    await page.locator('.orders .choice', { hasText: 'Scouts' }).click();
    const down = page.locator('.verbs button', { hasText: 'Go below' });
    await down.click();
    expect(await page.locator('.confirm .sentence').innerText()).toBe('Scouts (B4) is activated: it can move, but not fire. It can go below in B4.');
    await page.getByRole('button', { name: 'Give the order' }).click();
    // The verb that was asked for is chosen at once: the cards are listed.
    await page.getByRole('heading', { name: 'Go below: choose one' }).waitFor();
    // Undo is beside Back, and nothing covers it.
    await page.getByRole('button', { name: /^Undo/ }).click({ trial: true });
    await page.locator('.orders .choice', { hasText: /goes below, onto the red card/i }).click();
    await page.getByRole('button', { name: 'Give the order' }).click();
    await settled(page);
    expect(await page.locator('.orders').innerText()).not.toContain('can’t be undone');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('names places in words, in lists and where they are read aloud', async () => {
    const links = await game({ scenario: 'sniper/cordon', players: { attacker: 'recruit' } });
    const { page, context } = await sit(browser, links['defender']);
    await page.getByRole('tab', { name: 'In sight' }).click();
    await page.locator('.places .place', { hasText: '2331, on the ladder' }).waitFor();
    const shown = await page.locator('.table').evaluate((table) => [table.textContent, ...[...table.querySelectorAll('[aria-label], option')].map((one) => one.getAttribute('aria-label') ?? one.textContent)].join('\n'));
    expect(shown).toContain('in 2331, on the ladder');
    expect(shown).not.toContain('2331/');
    await context.close();
  });

  it('draws Germans blue in every system', async () => {
    const links = await game({ scenario: 'asl/the-brickworks', players: { russian: 'recruit' } });
    const { page, context } = await sit(browser, links['german']);
    await page.locator('.counter[aria-label*=", German "]').first().waitFor();
    expect(await page.locator('.counter[aria-label*=", German "]:not(.side-1)').count()).toBe(0);
    expect(await page.locator('.counter[aria-label*=", Russian "]:not(.side-0)').count()).toBe(0);
    await context.close();
  });

  it('keeps answers of the whole side apart from the actions of a unit', async () => {
    const links = await game({ scenario: 'heroes/first', players: { german: 'recruit' } });
    const { page, context } = await sit(browser, links['soviet']);
    await page.locator('.orders .pieces button').first().click();
    await page.locator('.orders .verbs').waitFor();
    expect(await page.locator('.orders .verbs button', { hasText: 'Pass' }).count()).toBe(0);
    expect(await page.locator('.orders .choices').innerText()).toMatch(/Pass\s+The Soviet side passes/);
    await context.close();
  });
});
