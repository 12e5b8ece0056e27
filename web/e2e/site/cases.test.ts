/** Conformance cases, stepped through on the board. */
import AxeBuilder from '@axe-core/playwright';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launch } from '../browser';
import { kept, visitor } from './visit';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const CASES = join(import.meta.dirname, '../../../cases');
/** The first case of a folder, by its address. */
const firstOf = (folder: string): string => {
  const names = readdirSync(join(CASES, folder), { recursive: true }).map(String).filter((name) => name.endsWith('.toml') && !name.includes('boards'));
  return `${folder}/${names.sort()[0]?.slice(0, -'.toml'.length)}`;
};

describe.each(['asl/sewers', 'heroes', 'sniper', 'tide'])('a case of %s', (folder) => {
  it('is stepped through to its end', async () => {
    const who = await visitor(browser);
    const { page } = who;
    await who.open(`#/case/${firstOf(folder)}`);
    await page.getByRole('heading', { name: 'Start' }).waitFor();
    const steps = Number(/of (\d+)/.exec((await page.locator('footer output').textContent()) ?? '')?.[1]);
    expect(steps).toBeGreaterThan(0);
    let expected = 0;
    for (let step = 1; step <= steps; step += 1) {
      await page.keyboard.press('ArrowRight');
      await page.getByRole('heading', { name: `Step ${step} of ${steps}` }).waitFor();
      expected += await page.locator('.expects li').count();
    }
    expect(expected).toBeGreaterThan(0);
    expect(await page.getByText('This case differs').count()).toBe(0);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});

it('is stepped through without network, and finds no barrier', async () => {
  const who = await visitor(browser, { viewport: { width: 390, height: 844 } });
  const { page } = who;
  await who.open('');
  await page.locator('.card').first().waitFor();
  await kept(page);
  await who.context.setOffline(true);
  await who.open(`#/case/${firstOf('tide')}`);
  await page.getByRole('heading', { name: 'Start' }).waitFor();
  await page.getByRole('button', { name: 'Last step' }).click();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await who.open('#/case/tide/none');
  await page.getByText('There is no case “tide/none”').waitFor();
  expect(who.complaints).toEqual([]);
  await who.context.close();
});
