/** Two people, each at a page of his own, with dice of their own: playing by clicks, and what neither may learn of the other. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

import { type Person, sit } from './browser';
import { caughtUp, order as inOrder, settled, skip, until } from './play';

/** A side as it plays: its page and its link. */
export interface Player extends Person {
  token: string;
}

const take = async (browser: Browser, token: string): Promise<Player> => ({ ...(await sit(browser, token)), token });

/** Both at once: play begins when each page has taken its part in the secret dice. */
export const takeBoth = (browser: Browser, ...[one, other]: [string | undefined, string | undefined]): Promise<[Player, Player]> =>
  Promise.all([take(browser, one ?? ''), take(browser, other ?? '')]);

export const found = (text: string, secrets: string[]): string[] => secrets.filter((secret) => text.includes(secret));

/** Everything in the page: markup, fields, and what it keeps; but not how far its drawing and the files of its other parts have got. */
export const inPage = ({ page }: Person) =>
  page.evaluate(() => document.documentElement.outerHTML.replaceAll(/<canvas[^>]*>|<link [^>]*>| (style|hidden)="[^"]*"/g, '') + [...document.querySelectorAll('input')].map((one) => one.value).join() + JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

/** What a side has been told since `from` without asking. */
export const told = (who: Person, from: number) => who.heard.slice(from).filter(({ from: address }) => address.startsWith('ws'));

/** The button of a verb, with its number and how many ways there are. */
export const verb = (words: string) => new RegExp(`^\\d*\\s*${words}\\d*$`);

/** Gives just this order, chosen from the start: the counter last used is put back first. */
export async function order(page: Page, ...wishes: RegExp[]): Promise<string> {
  await until(page, 'asked');
  const back = page.getByRole('button', { name: /^Back/ });
  while ((await back.count()) > 0) await back.first().click();
  return inOrder(page, ...wishes);
}

/** Gives orders, and finds that the other side's page and line are as they were. */
export async function unheard(other: Player, orders: () => Promise<unknown>): Promise<void> {
  await caughtUp(other, other.token);
  await skip(other.page);
  const [page, messages] = [await inPage(other), other.heard.length];
  await orders();
  await caughtUp(other, other.token);
  expect(told(other, messages)).toEqual([]);
  expect((await inPage(other)) === page).toBe(true);
}

/** Rolls dice at the table and enters them with whoever is asked for them. */
export async function roll({ page }: Person, label: RegExp, ...faces: number[]): Promise<void> {
  await until(page, 'rolls');
  const form = page.locator('.orders form');
  const legend = form.locator('legend', { hasText: label });
  await legend.waitFor();
  for (const [n, face] of faces.entries()) await form.getByLabel(`Die ${n + 1}`).fill(String(face));
  await form.getByRole('button', { name: 'Enter dice' }).click();
  await settled(page);
}

/** The log as it is read. */
export const log = ({ page }: Person) => page.locator('.log').innerText();
