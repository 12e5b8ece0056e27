import { describe, expect, it } from 'vitest';

import { titleOf, TurnWatch, WAITED } from '../src/lib/turn';
import { openingWords, unopened, waitingWords } from '../src/lib/waiting';
import type { SeatInfo } from '../src/lib/wire';

describe('the sound of a turn', () => {
  it('comes when the turn does, after a real wait', () => {
    const watch = new TurnWatch();
    expect(watch.turn(false, 0, false)).toBe(false);
    expect(watch.turn(false, WAITED, false)).toBe(false);
    expect(watch.turn(true, WAITED + 1, false)).toBe(true);
    expect(watch.turn(true, WAITED + 2, false)).toBe(false);
    // A short wait between two orders of one turn.
    expect([watch.turn(false, 5000, false), watch.turn(true, 5000 + WAITED - 1, false)]).toEqual([false, false]);
    // Unless the player looks elsewhere.
    expect([watch.turn(false, 9000, true), watch.turn(true, 9001, true)]).toEqual([false, true]);
  });

  it('does not come for a page that opens in the player’s turn', () => {
    expect(new TurnWatch().turn(true, 99_999, true)).toBe(false);
  });

  it('is a title too', () => {
    expect([titleOf('Patrol', 'North', true), titleOf('Patrol', 'North', false)]).toEqual(['● Your turn: Patrol', 'Patrol: North']);
  });
});

describe('what a seat waits for', () => {
  const info = (seat: string, stage: string, commitments: Record<string, string | null>, south = 'human') =>
    ({ seat, sides: ['north', 'south'], players: { north: 'human', south }, dice: { stage, commitments } }) as unknown as SeatInfo;

  it('is a friend who has not opened the link, and then the dice', () => {
    expect(unopened(info('north', 'commit', { north: 'n', south: null }))).toEqual(['south']);
    expect(openingWords(info('north', 'commit', { north: 'n', south: null }))).toContain('Waiting for South to open the link');
    expect(openingWords(info('spectator', 'commit', { north: null, south: null }))).toContain('Waiting for North and South to open their link');
    expect(openingWords(info('north', 'reveal', { north: 'n', south: 's' }))).toContain('prepare the dice');
    expect(waitingWords(info('north', 'commit', {}), false, null)).toBe('The game has not begun.');
  });

  it('is the computer that thinks, or the other player', () => {
    expect(waitingWords(info('north', 'play', {}, 'elite'), false, null)).toBe('Waiting for the computer (elite): it is thinking.');
    expect(waitingWords(info('north', 'play', {}), false, null)).toContain('Waiting for South');
    expect(waitingWords(info('north', 'play', {}), false, 'south')).toContain('It is South’s turn');
    expect(waitingWords(info('north', 'play', {}), true, null)).toContain('carried out when South is done too');
  });
});
