/**
 * Every built-in scenario played to its end through the page, each order by clicks (`npm run tour`): one side in a browser
 * against the computer, or with TOUR_PLAYERS=two each side in a browser of its own. What is listed is chosen at random,
 * things below the street first. TOUR names the scenarios, as in `TOUR=asl npm run tour`, TOUR_LEVELS the levels of the
 * computer, as in `TOUR=/first TOUR_LEVELS=recruit,elite TOUR_ORDERS=30`; screenshots land in `e2e/tour`, and at the end
 * of each game lines say how it went, how soon the computer ordered, how long the server's answers took, and which
 * clauses acted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { game, get, launch, person, type Person } from './browser';
import { giveOrder, ready, until } from './play';

const SHOTS = join(import.meta.dirname, 'tour');
const TWO = process.env['TOUR_PLAYERS'] === 'two';
const LEVELS = (process.env['TOUR_LEVELS'] ?? 'recruit').split(',');
const WHICH = new RegExp(process.env['TOUR'] ?? '.');
const SIDE = Number(process.env['TOUR_SIDE'] ?? 0);
/** Orders between two pairs of screenshots. */
const EVERY = Number(process.env['TOUR_EVERY'] ?? 40);
/** The most orders that are clicked in one game; then it is given up, and said so. */
const MOST = Number(process.env['TOUR_ORDERS'] ?? 4000);
const HOURS = 3_600_000;

/** How often what is below the street is tried first. */
const EAGER = Number(process.env['TOUR_BELOW'] ?? 0.6);

/** What one would rather try: below the street. */
const BELOW = /sewer|manhole|tunnel|below|underground|drain|ladder|emerge|come up|go down|descend|passage|smoke|grenade|link/i;
/** What ends or does nothing. */
const IDLE = /^\d*\s*(Done|Stop|Pass|Ready|Hold|End|Skip|No\b|Nothing|Give)|does nothing/i;

interface Row {
  name: string;
  sides: string[];
}

/** Random among what is listed, more often of what is below, less often of what ends a move. */
function wishes(): RegExp[] {
  const dice = Math.random();
  if (dice < EAGER) return [BELOW, /^(?!.*(Done|Stop|Pass|Ready|Hold|End|Skip|does nothing)).*$/i];
  return dice < 1 - (1 - EAGER) / 4 ? [] : [IDLE];
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SHOTS, `${name}-street.png`) });
  await page.getByRole('button', { name: /Underground/ }).click();
  await page.screenshot({ path: join(SHOTS, `${name}-below.png`) });
  await page.getByRole('button', { name: /Street/, pressed: true }).click();
}

let browser: Browser;
let scenarios: Row[];
beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  browser = await launch();
  scenarios = (await get<Row[]>('scenarios')).filter(({ name }) => WHICH.test(name));
});
afterAll(() => browser.close());

/** How often each clause acted, from the opened ledger. */
async function acted(token: string): Promise<[string, number][]> {
  const text = await (await fetch(`${inject('url')}/api/seats/${token}/ledger`)).text();
  const counts = new Map<string, number>();
  for (const [, clause = ''] of text.matchAll(/\\?"clause\\?":\\?"([^"\\]+)/g)) counts.set(clause, (counts.get(clause) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** The stretches between what a person was told since he gave an order: how long each of the other side's orders took. */
function waits({ heard }: Person, from: number): number[] {
  const told = heard.slice(from).filter(({ from: address }) => address.startsWith('ws')).map(({ at }) => at);
  return told.slice(1).map((at, n) => at - (told[n] ?? at));
}

/** How long the server's answers took, by what was asked. */
function answered(people: Person[]): string {
  const by = new Map<string, number[]>();
  for (const { of, ms } of people.flatMap(({ took }) => took)) by.set(of, [...(by.get(of) ?? []), ms]);
  return [...by].map(([of, times]) => `  ${of}: ${summed(times)}\n`).sort().join('');
}

/** Milliseconds, the middle and the longest. */
function summed(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const of = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  return `${times.length} answers, ${of(0.5)} ms in the middle, ${of(0.95)} ms at 95%, ${of(1)} ms at most`;
}

describe('a tour', () => {
  it('of the built-in scenarios', async () => {
    const said: string[] = [];
    const games = scenarios.flatMap(({ name, sides }) => LEVELS.map((level) => ({ name, sides, level })));
    for (const { name, sides, level } of games) {
      const human = TWO ? sides : [sides[SIDE] ?? ''];
      const players = Object.fromEntries(sides.map((side) => [side, human.includes(side) ? 'human' : level] as const));
      const links = await game({ scenario: name, players });
      const people = await Promise.all(human.map(() => person(browser)));
      const file = `${name.replace('/', '-')}-${level}`;
      const answers: number[] = [];
      let orders = 0;
      await Promise.all(people.map(async (who, n) => {
        const { page } = who;
        await page.goto(`/seat/${links[human[n] ?? ''] ?? ''}`);
        await ready(page);
        for (let [mine, from] = [0, who.heard.length]; ; mine += 1) {
          const over = (await until(page, 'asked', 'over')) === 'over';
          answers.push(...waits(who, from));
          if (over || orders >= MOST) break;
          from = who.heard.length;
          await giveOrder(page, wishes());
          orders += 1;
          if (mine % EVERY === 0) await shoot(page, `${file}-${human[n]}-${String(mine).padStart(4, '0')}`);
        }
        await shoot(page, `${file}-${human[n]}-end`);
      }));
      const token = links[human[0] ?? ''] ?? '';
      const { outcome } = await get<{ outcome?: unknown }>(`seats/${token}`);
      const clauses = outcome ? (await acted(token)).map(([clause, times]) => `${clause} ${times}`).join(', ') : 'not over';
      said.push(`${name} (${human.join(' and ')} by clicks): ${orders} orders, ${JSON.stringify(outcome ?? null)}\n  ${TWO ? '' : `${level}: ${summed(answers)}; `}${clauses}\n${answered(people)}`);
      writeFileSync(join(SHOTS, 'tour.txt'), `${said.join('\n')}\n`);
      expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
      await Promise.all(people.map(({ context }) => context.close()));
    }
    process.stdout.write(`${said.join('\n')}\n`);
  }, HOURS);
});
