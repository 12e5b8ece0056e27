import { beforeEach, describe, expect, it, vi } from 'vitest';

import { balanceOf, factsOf, groupsOf, leadOf, measuringOf, seatsOf } from '../src/lib/choices';
import type { ScenarioCard } from '../src/lib/wire';
import { storeOf } from './kept';

const card = (name: string, more: Partial<ScenarioCard> = {}): ScenarioCard => ({
  name, title: name, summary: null, system: name.slice(0, 1), game: `Game ${name.slice(0, 1)}`, sides: ['north', 'south'], victory: [], teaches: null,
  difficulty: 'medium', side: 'north', turns: 6, turn: 'turn', hidden: false, measured: null, guide: null, ...more,
});
const measured = (minutes: number, harder: string | null = null) => ({ games: 100, players: 'search:100x', decisions: 6 * minutes, minutes, wins: [60, 40], harder });

describe('the list of scenarios', () => {
  const cards = [
    card('a/long', { difficulty: 'first game', measured: measured(25) }), card('a/hard', { difficulty: 'hard' }), card('a/none', { difficulty: null }),
    card('b/medium'), card('b/first', { difficulty: 'first game', measured: measured(5) }),
  ];

  it('has the game with the shortest first scenario first, and the easiest scenario of each', () => {
    expect(groupsOf(cards).map(({ game, cards: those }) => [game, ...those.map(({ name }) => name)])).toEqual([
      ['Game b', 'b/first', 'b/medium'], ['Game a', 'a/long', 'a/hard', 'a/none'],
    ]);
    expect(leadOf(cards)?.name).toBe('b/first');
    expect(leadOf([card('b/medium')])).toBeNull();
  });

  it('says what is known, and nothing of what was not measured', () => {
    expect(factsOf(card('a', { hidden: true, measured: measured(25, 'south') }))).toEqual(['medium', '6 turns', '25 min', 'hidden', 'South harder']);
    expect(factsOf(card('a', { difficulty: null, turns: 1 }))).toEqual(['1 turn', 'open']);
    expect(balanceOf(card('a', { measured: measured(5) }))).toBe('even');
    expect(measuringOf(card('a', { measured: measured(5) }))).toMatch(/^Measured in 100 games .*North won 60, South won 40\. The difference can be chance/);
    expect(measuringOf(card('a'))).toBeNull();
  });

  it('begins with the side for a first game', () => {
    expect([seatsOf(card('a')), seatsOf(card('a', { side: 'south' }))]).toEqual([['north', 'south'], ['south', 'north']]);
  });
});

describe('what the start page remembers', () => {
  type Modules = [typeof import('../src/lib/memory'), typeof import('../src/lib/remembered')];
  const modules = async (): Promise<Modules> => {
    vi.resetModules();
    return [await import('../src/lib/memory'), await import('../src/lib/remembered')];
  };
  const patrol = { system: 'any', title: 'Patrol' };
  beforeEach(() => vi.stubGlobal('localStorage', storeOf()));

  it('is what was begun, played and won, each game once', async () => {
    const [memory, remembered] = await modules();
    expect(remembered.markOf(patrol)).toBeNull();
    memory.keepGame({ ...patrol, links: { north: 'n1' }, shared: false, begun: '' });
    expect(remembered.markOf(patrol)).toBe('begun');
    remembered.notePlayed('n1', patrol, false);
    expect(remembered.markOf(patrol)).toBe('played');
    remembered.notePlayed('n1', patrol, true);
    expect(remembered.markOf(patrol)).toBe('played');
    remembered.notePlayed('n2-of-another-game', patrol, true);
    expect(remembered.markOf(patrol)).toBe('won');
    expect(remembered.markOf({ ...patrol, system: 'other' })).toBeNull();
    expect(JSON.stringify(localStorage)).not.toContain('n2-of-another-game');
  });

  it('is the last choice of players and dice', async () => {
    const [, remembered] = await modules();
    expect(remembered.setupLikes()).toEqual({ other: 'computer', level: '', dice: 'fair' });
    remembered.keepSetupLikes({ other: 'friend', level: 'elite', dice: 'players' });
    expect(remembered.setupLikes()).toEqual({ other: 'friend', level: 'elite', dice: 'players' });
  });

  it('is a friend’s link until the game is removed, and it is no seat of this browser', async () => {
    const [memory] = await modules();
    const game = { ...patrol, links: { north: 'mine' }, others: { south: 'friend', spectator: 'all' }, shared: false, begun: '' };
    memory.keepGame(game);
    expect(memory.gameOf('mine')?.others).toEqual({ south: 'friend', spectator: 'all' });
    expect(memory.gameOf('friend')).toBeUndefined();
    memory.moveSeat('mine', 'new');
    expect(memory.gameOf('new')?.others).toEqual(game.others);
    memory.forgetGame({ ...game, links: { north: 'new' } });
    expect(JSON.stringify(localStorage)).not.toContain('friend');
  });
});
