/** Playing through the page, as a person does: look at what is listed, choose, confirm. */
import type { Page } from 'playwright-core';

export type Asked = 'asked' | 'waits' | 'over';

export async function state(page: Page): Promise<Asked> {
  if ((await page.locator('.end').count()) > 0) return 'over';
  const title = (await page.locator('#orders-title').textContent()) ?? '';
  return /Waiting|Nothing more/.test(title) ? 'waits' : 'asked';
}

/** What was chosen on the way to one order. */
export interface Given {
  words: string[];
  sentence: string;
}

/**
 * Gives one order: takes the first wish that is listed at each step, else anything.
 *
 * `act` chooses the entry of a list; a click, or the keys of its number.
 */
export async function giveOrder(page: Page, wishes: RegExp[], act: (page: Page, index: number) => Promise<void> = click): Promise<Given> {
  const words: string[] = [];
  for (let step = 0; step < 14; step += 1) {
    const confirm = page.getByRole('button', { name: 'Give the order' });
    if ((await confirm.count()) > 0) {
      const sentence = (await page.locator('.confirm .sentence').textContent()) ?? '';
      await page.keyboard.press('Enter');
      await confirm.waitFor({ state: 'detached' });
      await settled(page);
      return { words, sentence };
    }
    const listed = await page.locator('.orders [data-choice]').allTextContents();
    if (listed.length === 0) {
      await page.waitForTimeout(30);
      if ((await state(page)) !== 'asked') return { words, sentence: '' };
      continue;
    }
    const wish = wishes.map((one) => listed.findIndex((entry) => one.test(entry))).find((index) => index >= 0);
    const index = wish ?? Math.floor(Math.random() * Math.min(9, listed.length));
    words.push((listed[index] ?? '').trim());
    const before = listed.join('|');
    // What is listed may change between looking and choosing; then it is looked again.
    if (!(await act(page, index).then(() => true, () => false))) continue;
    await page.waitForFunction(
      (old) => document.querySelector('.confirm') !== null || [...document.querySelectorAll('.orders [data-choice]')].map((one) => one.textContent).join('|') !== old,
      before, { timeout: 2000 },
    ).catch(() => undefined);
  }
  return { words, sentence: '' };
}

/** Plays one side until the game is over, against whoever plays the other; how many orders that took. */
export async function playToEnd(page: Page, wishes: (order: number) => RegExp[], act = click): Promise<number> {
  const LONGEST = 180_000;
  const begun = Date.now();
  let orders = 0;
  for (;;) {
    const now = await state(page);
    if (now === 'over') return orders;
    if (Date.now() - begun > LONGEST) throw new Error('the game does not end');
    if (now === 'waits') await page.waitForTimeout(30);
    else {
      await giveOrder(page, wishes(orders), act);
      orders += 1;
    }
  }
}

export async function click(page: Page, index: number): Promise<void> {
  await page.locator('.orders [data-choice]').nth(index).click({ timeout: 2000 });
}

export async function press(page: Page, index: number): Promise<void> {
  await page.keyboard.press(String(Math.min(9, index + 1)));
}

/** Waits until a table is drawn and shows what its seat is asked. */
export async function ready(page: Page): Promise<void> {
  await page.locator('svg.board').waitFor();
  await settled(page);
}

/** Waits until the page has drawn what the last order brought. */
export async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(60);
  await page.waitForFunction(() => document.querySelector('.table')?.getAttribute('data-busy') !== 'true');
}
