/** Playing through the page, as a person does: look at what is listed, choose, confirm. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { get, type Person } from './browser';

export type State = 'asked' | 'waits' | 'over' | 'rolls' | 'watches';

const table = (page: Page) => page.locator('.table');

/** Waits until the page shows all it has heard, and says what its seat is about. */
export async function state(page: Page): Promise<State> {
  await settled(page);
  return ((await table(page).getAttribute('data-state')) ?? 'waits') as State;
}

/** Waits until a seat is in one of these states. */
export async function until(page: Page, ...states: State[]): Promise<State> {
  const any = states.map((one) => `.table[data-busy="false"][data-state="${one}"]`).join(', ');
  await page.locator(any).waitFor();
  return ((await table(page).getAttribute('data-state')) ?? 'waits') as State;
}

/** Waits until a table is drawn and shows what its seat is asked. */
export async function ready(page: Page): Promise<void> {
  await page.locator('svg.board').waitFor();
  await settled(page);
}

/** Waits until the page has drawn what the last order brought. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.table[data-busy="false"]').waitFor();
}

/** Presses a button of the header, which a phone has behind “More”. */
export async function head(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  if ((await more.count()) > 0) await more.click();
  await page.locator('.tools').getByRole('button', { name, exact: true }).click();
}

/** Waits until a page has heard everything its seat was told, and has drawn it. */
export async function caughtUp({ page }: Person, token: string): Promise<void> {
  await expect.poll(async () => {
    const { heard } = await get<{ heard: number }>(`seats/${token}`);
    return Number(await table(page).getAttribute('data-heard')) - heard;
  }).toBe(0);
  await settled(page);
}

/** Skips what is being shown, so that the page changes only by what it hears. */
export async function skip(page: Page): Promise<void> {
  const button = page.locator('.happened').getByRole('button', { name: 'Skip' });
  if ((await button.count()) > 0) await button.click().catch(() => undefined);
  await page.locator('.happened[data-playing="true"]').waitFor({ state: 'detached' });
}

/** What was chosen on the way to one order. */
export interface Given {
  words: string[];
  sentence: string;
}

type Act = (page: Page, index: number) => Promise<void>;
/** Which entry of a list is taken; none when nothing listed will do. */
type Choice = (listed: string[]) => number | undefined;

const LISTED = '.orders [data-choice]';
const MOST_STEPS = 14;

/** How it is noticed that an order was sent: by its request. Where the referee is in the browser there is none. */
export const sending = {
  sent: (page: Page): Promise<boolean> =>
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/orders'), { timeout: 10_000 }).then(() => true, () => false),
};

/** Chooses step by step until an order is given, or the seat is not asked any more. */
async function give(page: Page, choice: Choice, act: Act): Promise<Given> {
  const words: string[] = [];
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.locator(`.table[data-busy="false"] :is(.confirm, ${LISTED}), .table[data-busy="false"]:not([data-state="asked"])`).first().waitFor();
    const confirm = page.locator('.confirm .button.main');
    if ((await confirm.count()) > 0) {
      const sentence = (await page.locator('.confirm .sentence').textContent()) ?? '';
      // What is shown may change between looking and confirming; then nothing is sent, and it is looked again.
      const sent = sending.sent(page);
      await confirm.press('Enter', { timeout: 5000 }).catch(() => undefined);
      if (!(await sent)) continue;
      await confirm.waitFor({ state: 'detached' });
      await settled(page);
      return { words, sentence };
    }
    const listed = (await page.locator(LISTED).allTextContents()).map((entry) => entry.trim());
    const index = choice(listed);
    if (index === undefined) break;
    words.push(listed[index] ?? '');
    // What is listed may change between looking and choosing; then it is looked again.
    if (!(await act(page, index).then(() => true, () => false))) continue;
    await page.waitForFunction(
      ([where, old]) => document.querySelector('.confirm') !== null || [...document.querySelectorAll(where)].map((one) => one.textContent?.trim()).join('|') !== old,
      [LISTED, listed.join('|')] as const, { timeout: 10_000 },
    ).catch(() => undefined);
  }
  return { words, sentence: '' };
}

const matching = (listed: string[], wishes: RegExp[]): number | undefined =>
  wishes.map((one) => listed.findIndex((entry) => one.test(entry))).find((index) => index >= 0);

/** Gives one order: takes the first wish that is listed at each step, else anything. */
export function giveOrder(page: Page, wishes: RegExp[], act: Act = click): Promise<Given> {
  return give(page, (listed) => (listed.length === 0 ? undefined : matching(listed, wishes) ?? Math.floor(Math.random() * Math.min(9, listed.length))), act);
}

/** Gives just this order; fails where it is not listed. */
export async function order(page: Page, ...wishes: RegExp[]): Promise<string> {
  await until(page, 'asked');
  let last: string[] = [];
  const { sentence } = await give(page, (listed) => matching((last = listed), wishes), click);
  if (sentence === '') throw new Error(`none of ${wishes.join(' ')} is listed: ${last.join(' | ')}`);
  return sentence;
}

/** Plays one side until the game is over, against whoever plays the other; how many orders that took. */
export async function playToEnd(page: Page, wishes: (order: number) => RegExp[], act = click): Promise<number> {
  for (let orders = 0; ; orders += 1) {
    if ((await until(page, 'asked', 'over')) === 'over') return orders;
    await giveOrder(page, wishes(orders), act);
  }
}

export async function click(page: Page, index: number): Promise<void> {
  await page.locator(LISTED).nth(index).click({ timeout: 5000 });
}

export async function press(page: Page, index: number): Promise<void> {
  await page.keyboard.press(String(Math.min(9, index + 1)));
}
