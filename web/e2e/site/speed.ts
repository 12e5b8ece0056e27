/**
 * The time from the address of the guided game to a board that can be played, as on a phone: a processor four times as slow, and
 * a line of 1.6 Mbit/s. `npm run site:speed` prints it, with what was sent until then. SPEED_LATENCY is the time
 * before a first byte in milliseconds (0 if it isn't set). With SPEED_GZIP=1 the host compresses text, as GitHub Pages does.
 */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Browser } from 'playwright-core';

import { launch, person } from '../browser';
import { host } from './host';

const RATE = 1_600_000 / 8;
const SLOWER = 4;
const LIMIT = 3000;
const TIMES = 5;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('shows a first board in time', async () => {
  const { url, stop } = await host(inject('site'), { rate: RATE, latency: Number(process.env['SPEED_LATENCY'] ?? 0), gzip: process.env['SPEED_GZIP'] === '1' });
  const times: number[] = [];
  for (let i = 0; i < TIMES; i += 1) {
    const { page, context } = await person(browser, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, baseURL: url });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const files: { file: string; bytes: number }[] = [];
    const begun = performance.now();
    context.on('response', (response) => files.push({ file: `${((performance.now() - begun) / 1000).toFixed(2)} s ${new URL(response.url()).pathname}`, bytes: Number(response.headers()['content-length'] ?? 0) }));
    await page.goto(`${url}/play/#/guide/tide/first`, { waitUntil: 'commit' });
    await page.locator('.orders .hint').first().waitFor();
    times.push(performance.now() - begun);
    if (i === 0) {
      const sent = files.reduce((sum, { bytes }) => sum + bytes, 0);
      process.stdout.write(`${files.map(({ file, bytes }) => `${file} ${bytes}`).join('\n')}\n${files.length} files, ${sent} bytes: ${((1000 * sent) / RATE).toFixed(0)} ms of the line\n`);
    }
    await context.close();
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? NaN;
  process.stdout.write(`first board: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms; ${middle.toFixed(0)} ms in the middle (limit ${LIMIT})\n`);
  await stop();
  expect(middle).toBeLessThan(LIMIT);
});
