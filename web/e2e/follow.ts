/** Following the guide of a guided game by what the page points at. */
import type { Page } from 'playwright-core';

import { settled } from './play';

/** The way out after the last lesson, and what the page points at. */
const END = '.guide a.button';
export const HINT = '.orders .hint';

/** Follows the guide to its end. Returns what it said, lesson by lesson. */
export async function follow(page: Page, act: (page: Page) => Promise<void>): Promise<string[]> {
  const said: string[] = [];
  for (let clicks = 0; clicks < 200; clicks += 1) {
    await page.locator(`.table[data-busy="false"] :is(${HINT}, ${END})`).first().waitFor();
    if ((await page.locator(END).count()) > 0) return said;
    const say = (await page.locator('.guide .say').textContent()) ?? '';
    if (said.at(-1) !== say) said.push(say);
    const before = await page.locator('.orders').innerText();
    await act(page);
    await page.waitForFunction(
      ([old, end]) => document.querySelector<HTMLElement>('.orders')?.innerText !== old || document.querySelector(end) !== null,
      [before, END] as const, { timeout: 10_000 },
    ).catch(() => undefined);
    await settled(page);
  }
  throw new Error(`the guide does not end; it said last: ${said.at(-1) ?? ''}`);
}

export const clickHint = (page: Page) => page.locator(HINT).first().click({ timeout: 5000 }).catch(() => undefined);
