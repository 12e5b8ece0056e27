/** What just happened, shown on the board step by step, at a desk and on a phone, or as a list. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, person, type Person, post } from './browser';
import { give, offersOf, opponent, takeSeat } from './opponent';
import { caughtUp, giveOrder, until } from './play';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const card = (page: Page) => page.getByRole('region', { name: 'What just happened' });
const step = (page: Page) => card(page).locator('[aria-current]');

interface Player extends Person {
  own: string;
  other: string;
}

/** A Soviet player at a page whose units have done what they may, before the German fire. */
async function beforeFire(options: Parameters<typeof person>[1], pace = 'slow'): Promise<Player> {
  const links = await game({ dice: 'players' });
  const [own, other] = [links['soviet'] ?? '', links['german'] ?? ''];
  const who = await person(browser, options);
  await who.page.addInitScript((wanted) => localStorage.setItem('undercity.pace', JSON.stringify(wanted)), pace);
  await Promise.all([takeSeat(other), who.page.goto(`/seat/${own}`)]);
  for (let i = 0; i < 2; i += 1) {
    await until(who.page, 'asked');
    await giveOrder(who.page, [/Maxim|Lisitsyn/, /Fatigue/]);
  }
  await until(who.page, 'waits');
  return { ...who, own, other };
}

/** The German side fires at the Scouts and destroys them. */
async function fire(who: Player): Promise<void> {
  const { other } = who;
  const draft = (await offersOf(other)).offers.find((offer) => /Pioneers.* fires/.test(offer.sentence))?.draft;
  await give(other, (await offersOf(other, draft)).offers.find((offer) => offer.order !== undefined && /B4\): normal/.test(offer.sentence)));
  await post(`seats/${other}/dice`, { label: 'attack', faces: [6, 6, 6, 6, 6, 6], id: 'attack' });
  await caughtUp(who, who.own);
}

describe('what the enemy does', () => {
  for (const [device, options] of [['desk', DESK], ['phone', PHONE]] as const) {
    it(`is shown on the board, with its dice, result and clause, at a ${device}`, async () => {
      const who = await beforeFire(options);
      const { page } = who;
      await fire(who);
      await step(page).getByText('6 figures lost').waitFor();
      expect(await step(page).locator('.die').count()).toBe(6);
      expect(await step(page).getByRole('button', { name: 'Rule TOI-B12' }).count()).toBe(1);
      // Within the board, on whatever tab the player is.
      const [inside, board] = await Promise.all([card(page).boundingBox(), page.locator('.stage').boundingBox()]);
      expect(inside!.y >= board!.y && inside!.y + inside!.height <= board!.y + board!.height).toBe(true);
      expect(await page.locator('.acts text.mark.lost').textContent()).toContain('Scouts lost');
      expect(await page.locator('.acts .aim').count()).toBeGreaterThan(0);
      // It is announced once, by the log.
      expect(await card(page).locator('[aria-live], [role=status]').count()).toBe(0);
      await card(page).getByRole('button', { name: 'Skip' }).click();
      await card(page).getByRole('button', { name: 'Once more' }).click();
      expect(await card(page).getAttribute('data-playing')).toBe('true');
      // By keyboard the same.
      await page.keyboard.press('o');
      await card(page).getByRole('button', { name: 'Once more' }).waitFor();
      await step(page).getByRole('button', { name: 'Rule TOI-B12' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await card(page).getByRole('button', { name: 'Close' }).click();
      await card(page).waitFor({ state: 'detached' });
      expect(await page.locator('.acts').count()).toBe(0);
      // A keyboard’s focus stays at the place.
      await page.locator('.offer:focus').press('Enter');
      await card(page).locator('button:focus').waitFor();
      expect(who.complaints).toEqual([]);
      await who.context.close();
    });
  }

  it('is skipped by the player’s own choice, and is offered to who comes back', async () => {
    const who = await beforeFire(DESK);
    const { page } = who;
    await fire(who);
    await card(page).waitFor();
    const left = await who.context.storageState();
    // The German side has done what it may: the player is asked while the steps are shown.
    await give(who.other, (await offersOf(who.other)).offers.find((offer) => /Unger.*Fatigue/.test(offer.sentence)));
    await until(page, 'asked');
    await page.locator('.orders [data-choice]').first().click();
    await card(page).waitFor({ state: 'detached' });
    const back = await person(browser, { ...DESK, storageState: left });
    await back.page.goto(`/seat/${who.own}`);
    await back.page.getByRole('button', { name: /What happened since you left/ }).click();
    await card(back.page).getByText(/is fatigued/).first().waitFor();
    expect([...who.complaints, ...back.complaints]).toEqual([]);
    await Promise.all([who.context.close(), back.context.close()]);
  });

  it('is a list where motion is not wanted', async () => {
    const who = await beforeFire({ ...PHONE, reducedMotion: 'reduce' });
    const { page } = who;
    await fire(who);
    await card(page).waitFor();
    expect(await card(page).getAttribute('data-playing')).toBe('false');
    const list = card(page).getByRole('listitem');
    expect((await list.allInnerTexts()).join()).toMatch(/6 figures lost.*TOI-B12[^]*destroyed/);
    expect(await page.locator('.acts text.mark.lost').textContent()).toContain('Scouts lost');
    expect(await card(page).getByRole('button', { name: 'Skip' }).count()).toBe(0);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});

describe('a finished game', () => {
  it('is shown step by step by the same player', async () => {
    const links = await game();
    await Promise.all([opponent(links['soviet'] ?? '', /^Fire|Fatigue/), opponent(links['german'] ?? '', /Fatigue/)]);
    const { page, context, complaints } = await person(browser, DESK);
    await page.addInitScript(() => localStorage.setItem('undercity.pace', '"fast"'));
    await page.goto(`/replay/${links['soviet']}#step=0&eyes=soviet`);
    await page.locator('.board .counter').first().waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await card(page).waitFor();
    await expect.poll(async () => Number.parseInt((await page.locator('output').textContent()) ?? '')).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
