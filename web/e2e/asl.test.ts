/**
 * Brick Dust, by two people in two browsers with dice of their own: one stack is lost below and sent where the enemy waits, is
 * discovered and fired at through the manhole, and is closed with by those who followed it down; another comes up behind
 * the enemy; a tunnel is used, seen, found and destroyed. Neither page nor line tells a side what it may not know.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { game, launch, type Person } from './browser';
import { until } from './play';
import { found, inPage, log, order, type Player, roll, takeBoth, unheard, verb } from './two';

/** More than enough on a machine that does much else. */
const LONG = 600_000;
/** Where pictures of the key moments go, if they are wanted. */
const SHOTS = process.env['SHOTS'];

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
afterAll(() => browser.close());

/** What only its own side may ever hear: who is called what, and what was recorded. */
const SECRETS = {
  german: ['Kranz', 'Lenz', 'Kiln squad', '1st Squad', '2nd Squad', '3rd Squad', 'Hill post', 'Night shift', 'Draught', 'Ladung', 'I7 to K7', '["I7","K7"]'],
  russian: ['Danilova', 'Sappers', 'Satchel', 'Petard', 'Markov', '1st Rifle', '2nd Rifle', 'Umarov', 'Mole', 'Badger', 'E2 to H2', '["E2","H2"]'],
};

async function shoot({ page }: Person, name: string, below = false): Promise<void> {
  if (!SHOTS) return;
  if (below) await page.getByRole('button', { name: /Underground/ }).click();
  await page.screenshot({ path: join(SHOTS, `asl-${name}.png`) });
  if (below) await page.getByRole('button', { name: /Street/ }).click();
}

/** What lies on the board as this side sees it, above and below. */
const onBoard = ({ page }: Person) => page.locator('svg.board').innerHTML();

/** Waits until the log of everybody tells of it. */
async function tells(who: Person[], ...texts: string[]): Promise<void> {
  for (const one of who) for (const text of texts) await expect.poll(() => log(one)).toContain(text);
}

/** Answers "no more" and the like to whatever is asked until a side is asked for what it waits for. */
async function pass(both: Player[], own: Player, phase: RegExp): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const asked = await Promise.any(both.map(async (who) => (await until(who.page, 'asked'), who)));
    const title = (await asked.page.locator('#orders-title').textContent()) ?? '';
    if (asked === own && phase.test(title)) return;
    await order(asked.page, /^\d*\s*(Done|Hold fire|Show none|Claim none|Let pass)/);
  }
  throw new Error(`${phase} is never asked`);
}

const place = ({ page }: Person, unit: string, at: string) => order(page, new RegExp(`in ${at}\\.`), verb('Place'), new RegExp(unit));

describe('sewers and tunnels', () => {
  it('lose a stack, discover it, and hide it; a tunnel is used, found and destroyed', async () => {
    const links = await game({ scenario: 'asl/the-brickworks', dice: 'players' });
    const [german, russian] = await takeBoth(browser, links['german'], links['russian']);
    const both = [german, russian];

    // What is dug and walled up is recorded without a word to the other side.
    await unheard(russian, async () => {
      await order(german.page, /I7 to K7/, /\bI7\b/, /Record tunnel/);
      await order(german.page, /Fortify M4/, /Fortify/);
    });
    await unheard(german, async () => {
      await order(russian.page, /E2 to H2/, /\bE2\b/, /Record tunnel/);
      await order(russian.page, /Finish recording/);
    });
    await order(german.page, /Finish recording/);

    for (const [unit, at] of [['2nd Squad', 'E4'], ['3rd Squad', 'F3'], ['Draught', 'G4'], ['Dust', 'M4'], ['Fw. Lenz', 'F8'], ['Kiln squad', 'F8'], ['Night shift', 'K5']] as const) {
      await place(german, unit, at);
    }
    await shoot(german, '01-set-up');
    await order(german.page, /^\d*\s*Ready/);
    await unheard(german, async () => {
      for (const [unit, at] of [['Capt. Markov', 'D3'], ['1st Rifle', 'D3'], ['2nd Rifle', 'E2'], ['3rd Rifle', 'C6'], ['Sgt. Umarov', 'C5'], ['4th Rifle', 'E10'], ['Mole', 'C6'], ['Badger', 'A7']] as const) {
        await place(russian, unit, at);
      }
    });
    await order(russian.page, /^\d*\s*Ready/);

    // Turn 1, Russian: one stack finds its way, another is lost, and somebody uses a tunnel.
    await pass(both, russian, /^Movement Phase/);
    await order(russian.page, /Capt. Markov and 1st Rifle.*if Capt. Markov.*passes/, /Capt. Markov and 1st Rifle/, verb('Go below'), /Capt. Markov/);
    await roll(russian, /task check/, 2, 2);
    await roll(russian, /sewer/, 3);
    await order(russian.page, /The stack moves to G3, in the sewer/);
    await order(russian.page, /Lt. Danilova, 1st Sappers and 2nd Sappers.*move through the sewers/, /Lt. Danilova, 1st Sappers and 2nd Sappers/, /Lt. Danilova and 1st Sappers/, verb('Go below'), /Lt. Danilova/);
    await roll(russian, /sewer/, 6);
    await until(german.page, 'asked');
    await tells(both, 'Final dr 6: the stack is lost, the German side directs it.');
    await shoot(german, '02-send', true);
    await order(german.page, /The lost stack ends its move in F8, in the sewer/);
    await tells(both, 'Russian "Sewer ?" moves from C9 to F8, in the sewer (lost).');
    expect(await onBoard(german)).toContain('Lost ?');
    await order(russian.page, /2nd Rifle .*moves through the tunnel to H2/, verb('Use tunnel'), /2nd Rifle/);
    await tells(both, 'Russian "Sewer ?" is placed in H2, in the tunnel.');
    await tells([german], '3rd Squad (F3) and Draught (G4) see a tunnel entrance in use in E2.');
    expect(await log(russian)).not.toContain('a tunnel entrance in use');
    expect(await onBoard(german)).toContain('tunnel seen');
    await order(russian.page, /^\d*\s*Done/);
    await roll(russian, /emergence/, 3);
    await order(german.page, /Show none/);
    await roll(german, /emergence/, 5);
    await until(german.page, 'asked');
    await shoot(german, '03-show');
    await order(german.page, /Show Kiln squad.*for this emergence dr/, verb('Show'), /Kiln squad/);
    await tells(both, 'emergence dr 5 (+1 lost, +1 enemy squads above), Final 7: it is discovered.');
    expect(await onBoard(german)).toContain('discovered');

    // Discovered, it is fired at through the manhole: who fired is asked for its own DR and hears no more than that.
    await order(german.page, /fires at F8, in the sewer\./, verb('Fire'), /Kiln squad/);
    await roll(german, /attack/, 6, 6);
    expect(await log(german)).not.toMatch(/Morale Check|eliminated/);
    await shoot(russian, '04-fired-at', true);
    await pass(both, russian, /^Advancing Fire/);
    await order(russian.page, /fires at F8\./, verb('Fire'), /1st Sappers/);
    await roll(russian, /attack/, 5, 6);
    await pass(both, russian, /^Advance Phase/);
    await order(russian.page, /Capt. Markov and 1st Rifle .*come up/, verb('Come up'), /Capt. Markov/);
    await order(russian.page, /2nd Rifle .*comes out of the tunnel/, verb('Come out'), /2nd Rifle/);
    await tells(both, 'Russian "?" comes up from the sewer in G3', 'Russian "?" comes out of the tunnel in H2.');
    await shoot(german, '05-behind');

    // Turn 1, German: one who saw the tunnel used goes to its entrance; others go down to those whom they discovered.
    await pass(both, german, /^Movement Phase/);
    await order(german.page, /3rd Squad .*moves\.$/, verb('Move'), /3rd Squad/);
    await order(german.page, /Move to E3/);
    await pass(both, german, /choose the next Location/);
    await order(german.page, /Move to E2/);
    await pass(both, german, /choose the next Location/);
    await order(german.page, /The units end their move/);
    await order(german.page, /Fw. Lenz and Kiln squad.*if Fw. Lenz.*passes/, /Fw. Lenz and Kiln squad/, verb('Go below'), /Fw. Lenz/);
    await roll(german, /task check/, 2, 3);
    await roll(german, /sewer/, 2);
    await order(german.page, /The stack moves to G9, in the sewer/);
    await order(german.page, /^\d*\s*Done/);
    await roll(german, /emergence/, 4);
    await order(german.page, /Show no unit/);
    await order(russian.page, /Show 1st Sappers.*for this emergence dr/, verb('Show'), /1st Sappers/);
    await pass(both, russian, /^Defensive Fire/);
    await order(russian.page, /fires at G9, in the sewer\./, verb('Fire'), /1st Sappers/);
    await roll(russian, /attack/, 5, 6);
    await pass(both, german, /^Advance Phase/);
    await order(german.page, /Fw. Lenz and Kiln squad .*advance into Close Combat in F8/, /Fw. Lenz and Kiln squad/, verb('Close Combat'), /Fw. Lenz/);
    await shoot(german, '06-closes', true);
    await order(german.page, /^\d*\s*Done/);
    await tells(both, 'German stack in G9, in the sewer advances into Close Combat in F8, in the sewer.');
    await roll(german, /ambush by the attacker/, 3);
    await roll(german, /ambush by the defender/, 3);
    await tells(both, 'Ambush in F8');
    await order(german.page, /Fw. Lenz and Kiln squad .*attack/, verb('Attack'), /Fw. Lenz/);
    await order(russian.page, /Lt. Danilova and 1st Sappers .*attack/, verb('Attack'), /Lt. Danilova/);
    await roll(russian, /close combat/, 5, 5);
    await roll(russian, /close combat/, 1, 2);
    await tells(both, 'The Russian stack attacks in F8, in the sewer: DR 3.', 'No German unit is left in F8, in the sewer');
    await tells([german], 'Kiln squad (F8, in the sewer) is eliminated.');
    // Who died below is known where he is missed, and nowhere else.
    for (const [who, lost] of [[german, 'Russian losses'], [russian, 'German losses']] as const) {
      expect(await who.page.locator('.status').innerText()).not.toContain(lost);
    }
    await shoot(russian, '07-fought', true);
    await shoot(german, '08-fought', true);

    // Turn 2, Russian: fire from behind, and those who won below move on and come up.
    await pass(both, russian, /^Prep Fire/);
    await order(russian.page, /1st Rifle .*fires at E4, directed by Capt. Markov/, /directed by Capt. Markov/, verb('Fire'), /1st Rifle/);
    await roll(russian, /attack/, 1, 2);
    await roll(russian, /morale check/, 5, 6);
    await shoot(russian, '09-from-behind');
    await pass(both, russian, /^Movement Phase/);
    await order(russian.page, /Lt. Danilova and 1st Sappers .*move through the sewers/, verb('Sewer Movement'), /Lt. Danilova/);
    await roll(russian, /sewer/, 4);
    await order(russian.page, /The stack moves to H9, in the sewer/);
    await order(russian.page, /^\d*\s*Done/);
    await roll(russian, /emergence/, 2);
    await pass(both, russian, /^Advance Phase/);
    await order(russian.page, /Lt. Danilova and 1st Sappers .*come up/, verb('Come up'), /Lt. Danilova/);

    // Turn 2, German: the entrance is found, and the tunnel destroyed.
    await pass(both, german, /^Rally Phase/);
    await order(german.page, /looks for the tunnel entrance in E2/, verb('Search'), /3rd Squad/);
    await roll(german, /recovery/, 3);
    await pass(both, german, /destroy a tunnel/);
    await order(german.page, /destroys the tunnel with the entrance in E2/, verb('Destroy tunnel'), /3rd Squad/);
    await tells(both, 'The German side destroys the tunnel with the entrance in E2.');
    expect(await onBoard(german)).not.toContain('tunnel seen');
    await shoot(german, '10-destroyed', true);
    await shoot(russian, '11-destroyed', true);
    if (SHOTS) for (const who of both) writeFileSync(join(SHOTS, `asl-log-${who === german ? 'german' : 'russian'}.txt`), await log(who));

    for (const [who, own, theirs] of [[german, SECRETS.german, SECRETS.russian], [russian, SECRETS.russian, SECRETS.german]] as const) {
      expect(found(who.heard.map(({ text }) => text).join('\n'), own)).toEqual(own);
      expect(found(await inPage(who), theirs)).toEqual([]);
      expect(who.heard.flatMap(({ from, text }) => found(text, theirs).map((one) => `${from}: ${one}`))).toEqual([]);
      expect(who.complaints).toEqual([]);
      await who.context.close();
    }
  }, LONG);
});
