/** Guided games, played by what the page points at: by clicks on two sizes of screen, and by keyboard alone. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { get, launch, person, type Person, post } from './browser';
import { clickHint, follow, HINT } from './follow';
import { settled } from './play';

interface Card { name: string; guide: { title: string; side: string; lessons: number } | null }

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Begins the guided game of a scenario, and returns its learner at the table. */
async function learn(scenario: string, width: number): Promise<{ who: Person; lessons: number }> {
  const card = (await get<Card[]>('scenarios')).find((one) => one.name === scenario);
  const guide = card?.guide;
  if (!guide) throw new Error(`${scenario} has no guide`);
  const { links } = await post('games', { scenario, guide: true }) as { links: Record<string, string> };
  expect(Object.keys(links).toSorted()).toEqual([guide.side, 'spectator'].toSorted());
  const who = await person(browser, { viewport: { width, height: width < 500 ? 844 : 800 } });
  await who.page.goto(`/seat/${links[guide.side]}`);
  return { who, lessons: guide.lessons };
}

const press = async (page: Page) => {
  const next = page.locator(HINT).first();
  await next.focus({ timeout: 5000 }).catch(() => undefined);
  await page.keyboard.press('Enter');
};

describe('a guided game', () => {
  it('is one click away on the start page', async () => {
    const who = await person(browser);
    await who.page.goto('/');
    await who.page.locator('.lead').getByRole('button', { name: /^Learn it in/ }).click();
    await who.page.locator('.guide .say').waitFor();
    expect(await who.page.getByRole('button', { name: 'Guided first game' }).count()).toBe(0);
    await who.page.goto('/');
    await who.page.getByRole('button', { name: 'Guided first game' }).first().waitFor();
    expect(await who.page.getByRole('button', { name: 'Guided first game' }).count()).toBe(4);
    await who.context.close();
  });

  for (const scenario of ['asl/first', 'heroes/first', 'sniper/cordon', 'tide/first']) {
    for (const width of [1280, 390]) {
      it(`${scenario} at ${width} pixels is played to its end by what is pointed at`, async () => {
        const { who, lessons } = await learn(scenario, width);
        expect(await follow(who.page, clickHint)).toHaveLength(lessons);
        await who.page.locator('.guide', { hasText: 'Play on from here' }).getByRole('button').click();
        await who.page.locator('.guide').waitFor({ state: 'detached' });
        expect(who.complaints).toEqual([]);
        await who.context.close();
      });
    }
  }

  it('is played by the keyboard alone, and each lesson is said to a screen reader', async () => {
    const { who, lessons } = await learn('tide/first', 1280);
    const spoken: string[] = [];
    const said = await follow(who.page, async (page) => {
      // The lesson is a status in a region of its own, before the orders.
      const tree = await page.getByRole('region', { name: 'Guide' }).ariaSnapshot();
      spoken.push(tree);
      await press(page);
    });
    expect(said).toHaveLength(lessons);
    for (const lesson of said) expect(spoken.some((tree) => tree.includes('status') && tree.includes(lesson.slice(0, 20)))).toBe(true);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });

  it('answers another order with the reason, and gives none', async () => {
    const { who } = await learn('tide/first', 1280);
    const { page } = who;
    await page.locator(HINT).first().waitFor();
    const step = await page.locator('.guide .head').textContent();
    // Any choice that is not pointed at, until an order waits to be confirmed.
    for (let tries = 0; tries < 6 && (await page.locator('.confirm').count()) === 0; tries += 1) {
      await page.locator('.orders [data-choice]:not(.hint)').first().click({ timeout: 5000 }).catch(() => undefined);
      await settled(page);
    }
    await page.locator('.confirm .button.main').click();
    await page.locator('.orders .notice').waitFor();
    expect(await page.locator('.guide .head').textContent()).toBe(step);
    await who.context.close();
  });
});
