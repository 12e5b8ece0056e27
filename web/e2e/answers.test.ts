/** A question that comes often: it says what its answers lead to, and one of them can be given for the whole turn. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Json, Scene } from '../src/lib/wire';
import { game, get, launch, sit } from './browser';
import { give, giveAny, moment, offersOf, takeSeat } from './opponent';
import { caughtUp, skip } from './play';

/** A German "?" walks through the open in sight of a Russian "?" alone. */
const STREET = `
title = "A walk in the street"
system = "asl"
[board]
labels = "letters"
rows = [". . . . . . s . .", ". . . . . . s . .", "w . . . w . s . .", ". . . . . . s . .", ". . . . . . s . ."]
[board.legend]
"." = "open"
s = { terrain = "stone building", floors = 1 }
w = "woods"
[play]
turns = 4
first = "german"
first_to_place = "russian"
[[unit]]
id = "rs1"
side = "russian"
kind = "4-4-7"
at = "E3"
concealed = true
[[unit]]
id = "gs1"
side = "german"
kind = "4-6-7"
at = "A3"
concealed = true
[victory]
points = 1
`;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Lets the game go on until a side is asked this; what is in `left` is left to others. */
async function untilAsked(links: Record<string, string>, side: string, question: string, left: string[] = []): Promise<void> {
  for (let tries = 0; tries < 2000; tries += 1) {
    for (const [name, token] of Object.entries(links).filter(([seat]) => seat !== 'spectator')) {
      const all = await offersOf(token);
      if (name === side && all.question === question) return;
      if (all.question !== null && !left.includes(all.question)) await giveAny(token, all, /Ready|Hold fire|Done|End/);
    }
    await moment();
  }
  throw new Error(`${side} is never asked ${question}`);
}

const ordered = (order: Json) => ({ order, sentence: JSON.stringify(order) }) as Parameters<typeof give>[1];

describe('a question that comes in the orders of the other side', () => {
  it('says what its answers lead to, and is answered once for the turn', async () => {
    const links = await game({ scenario: STREET });
    const [own, other] = [links['russian'] ?? '', links['german'] ?? ''];
    const seated = takeSeat(other);
    const who = await sit(browser, own);
    const { page } = who;
    await seated;
    const turnlong = page.locator('.turnlong');
    await untilAsked(links, 'german', 'move');
    await caughtUp(who, own);
    expect(await turnlong.count()).toBe(0);

    const { pieces } = await get<Scene>(`seats/${other}/scene`);
    const squad = pieces.find((piece) => piece.side === 'german')?.piece ?? 0;
    await give(other, ordered({ go: { units: [squad], pace: 'normal' } }));
    await give(other, ordered({ step: { to: 'B3' } }));
    await untilAsked(links, 'russian', 'challenge');
    await caughtUp(who, own);
    await skip(page);
    await page.locator('#orders-title', { hasText: 'Only your "?" sees the enemy "?" in B3 act. Show a unit: it keeps its "?", and the enemy loses his but learns what it is. Or let him pass: nothing changes.' }).waitFor();
    // Beside the answers, in sight without a step.
    await turnlong.getByRole('button', { name: 'Let pass until the turn ends' }).click();
    await page.getByRole('heading', { name: 'Standing orders', exact: true }).waitFor();
    await page.locator('.standing', { hasText: 'until the turn ends' }).waitFor();

    // The next step draws the same question, which no one answers here.
    await untilAsked(links, 'german', 'step', ['challenge']);
    await give(other, ordered({ step: { to: 'C3' } }));
    await untilAsked(links, 'german', 'step', ['challenge']);
    await caughtUp(who, own);
    expect((await get<Scene>(`seats/${own}/scene`)).markers.some((one) => one.mark === 'unknown' && one.location === 'C3')).toBe(true);
    expect(who.complaints).toEqual([]);
    await who.context.close();
  });
});
