/** A game of two people on one screen, in a browser that may lose its note of it. */
import { render } from 'svelte/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { begin } from '../src/lib/begin';
import { gameOf, games, keepGame } from '../src/lib/memory';
import { sharesScreen } from '../src/lib/sides';
import Hand from '../src/pages/Hand.svelte';
import type { ScenarioCard, SeatInfo } from '../src/lib/wire';
import { referee } from '../src/referee';
import { storeOf } from './kept';

vi.mock('../src/referee', async (original) => {
  const real = await original<typeof import('../src/referee')>();
  const can = { invites: false, paths: false, secrets: false, imports: true, cases: true };
  return { ...real, referee: { ...real.referee, can, called: 'referee', ask: vi.fn(), forget: vi.fn() } };
});

vi.mock('../src/pages/Table.svelte', () => ({ default: (out: { push: (html: string) => void }) => out.push('the table') }));
/** What is shown first at the address of a seat. */
const shown = (token: string) => render(Hand, { props: { token } }).body;

const card = { name: 'any/first', title: 'First', system: 'any' } as unknown as ScenarioCard;
const info = (more: object = {}) => ({
  seat: 'north', side: 0, sides: ['north', 'south'], players: { north: 'human', south: 'human' }, dice: { kind: 'fair', stage: 'play' }, asked: 'Act', ...more,
}) as unknown as SeatInfo;
/** Begins a game, with a player for the south side. */
const started = (south: 'me' | 'computer') => begin({ card, players: { north: 'me', south }, levels: { south: 'elite' }, dice: 'players' });

beforeEach(() => {
  vi.mocked(referee.forget).mockClear();
  vi.mocked(referee.ask).mockClear().mockImplementation((_, path) => {
    const body = path === 'games' ? { links: { north: 'n', south: 's' } } : info();
    return Promise.resolve({ status: 200, text: JSON.stringify(body), after: 0 });
  });
});

describe('a game for two on one screen', () => {
  it('is noted when it begins', async () => {
    vi.stubGlobal('localStorage', storeOf());
    expect((await started('me')).first).toBe('n');
    expect(gameOf('s')).toMatchObject({ shared: true, links: { north: 'n', south: 's' } });
    expect(shown('n')).toMatch(/Continue as North/);
  });

  it('does not begin where nothing can be kept', async () => {
    vi.stubGlobal('localStorage', storeOf(0));
    await expect(started('me')).rejects.toThrow('can’t share this browser');
    expect(referee.ask).not.toHaveBeenCalled();
    expect((await started('computer')).first).toBe('n');
  });

  it('does not begin, and leaves nothing, where there is room for less than its note', async () => {
    vi.stubGlobal('localStorage', storeOf(20));
    await expect(started('me')).rejects.toThrow('can’t share this browser');
    expect(vi.mocked(referee.forget).mock.calls).toEqual([[['n', 's']]]);
    expect(games().some(({ shared }) => shared)).toBe(false);
  });

  it('shows no table while its note is lost', () => {
    vi.stubGlobal('localStorage', storeOf());
    expect(shown('lost')).toMatch(/Loading the game/);
    expect(shown('lost')).not.toMatch(/the table|Continue/);
    keepGame({ title: 'First', system: 'any', links: { north: 'alone' }, shared: false, begun: '' });
    expect(shown('alone')).toMatch(/the table/);
    // A table that was noted again without the other side's link stays covered.
    keepGame({ title: 'First', system: 'any', links: { north: 'half' }, shared: true, begun: '' });
    expect(shown('half')).toMatch(/has lost its note/);
  });

  it('is known by its players when its note is lost', () => {
    expect(sharesScreen(info())).toBe(true);
    expect(sharesScreen(info({ players: { north: 'human', south: 'elite' } }))).toBe(false);
    expect(sharesScreen(info({ dice: { kind: 'guide' } }))).toBe(false);
    expect(sharesScreen(info({ seat: 'spectator', side: null }))).toBe(false);
  });
});
