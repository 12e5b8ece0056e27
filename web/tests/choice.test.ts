import { describe, expect, it } from 'vitest';

import { Choice } from '../src/lib/choice.svelte';
import type { Odds, Offer, Offers, Scene } from '../src/lib/wire';

const offer = (verb: string, pieces: number[], places: string[] = []): Offer =>
  ({ verb, sentence: `${verb}.`, pieces, places, clauses: [], order: `${verb} ${pieces.join()} ${places.join()}` });
const all = [offer('Fire', [1, 9]), offer('Fire', [2, 9]), offer('Move', [1], ['C4']), offer('Move', [2], ['C4']), offer('Pass', [])];
const scene: Scene = { status: [], pieces: [], markers: [], sheets: [] };
const odds = (probability: number, reversible: boolean): Odds =>
  ({ summary: [{ probability, text: 'it hits' }], ways: [], drawn: 0, off: 0, alone: false, reversible, branches: 2, guesses: 1, reactions: [], onlookers: null });

function choice({ reversible = false, quick = true } = {}) {
  const given: unknown[] = [];
  const found: Pick<Odds, 'onlookers'> = { onlookers: null };
  const asked: unknown[] = [];
  const offered: Offers = { asked: 'Choose.', question: 'act', reaction: false, heard: 3, offers: all };
  const made: Choice = new Choice({
    seat: {
      further: () => Promise.resolve(offered),
      odds: (order) => { asked.push(order); return Promise.resolve({ ...odds(0.25 * asked.length, reversible), ...found }); },
    },
    offered: () => offered, scene: () => scene, fail: () => undefined, forget: () => undefined, undo: () => Promise.resolve(),
    confirm: () => { given.push(made.choosing.offer?.order); return Promise.resolve(); }, quick: () => quick,
  });
  return { made, given, asked, found };
}

describe('choosing', () => {
  it('takes a target first: all that can be done to it is listed', async () => {
    const { made } = choice();
    expect(made.pick(9)).toBe(true);
    expect(made.narrowed?.map((one) => one.pieces[0])).toEqual([1, 2]);
    await made.back();
    expect([made.narrowed, made.idle]).toEqual([null, true]);
    expect(made.targetFirst(['C4'])).toBe(true);
    expect(made.narrowed?.map((one) => one.verb)).toEqual(['Move', 'Move']);
    // Then the piece that acts is known from what is chosen.
    await made.choose(all[3] as Offer);
    expect(made.choosing.piece).toBe(2);
    expect(made.targetFirst(['C4'])).toBe(false);
  });

  it('keeps who sees a plan, also of one that is made at once, until the next order is chosen', async () => {
    const { made, found } = choice({ reversible: true });
    found.onlookers = { text: [], seen: [{ piece: 9, name: 'enemy (A1)', places: ['C4'] }] };
    await made.choose(all[2] as Offer);
    expect(made.watched).toEqual({ piece: 1, found: found.onlookers });
    found.onlookers = null;
    await made.choose(all[3] as Offer);
    expect(made.watched).toBeNull();
  });

  it('does not take a piece that nothing can be done to', () => {
    const { made } = choice();
    expect([made.pick(7), made.targetFirst(['Z9']), made.narrowed]).toEqual([false, false, null]);
  });

  it('finds a target behind the first choices of the chosen piece', async () => {
    const { made, asked } = choice();
    made.pick(1);
    await made.seek(9, []);
    // None of its choices is a first one.
    expect([made.choosing.drafts, made.narrowed]).toEqual([[], null]);
    const aim: Offer = { ...offer('Aim', [3]), order: undefined, draft: 'aim' };
    all.push(aim);
    try {
      made.pick(3);
      await made.seek(8, ['Z9']);
      expect(made.choosing.drafts).toEqual([]);
      await made.seek(null, ['C4']);
      expect([made.choosing.drafts, made.narrowed?.map((one) => one.verb)]).toEqual([[aim], ['Move', 'Move']]);
      expect(asked).toEqual([]);
    } finally {
      all.pop();
    }
  });

  it('lists what all pieces can do to a target behind their first choices, before a piece is chosen', async () => {
    const aims = [4, 5].map((piece): Offer => ({ ...offer('Aim', [piece]), order: undefined, draft: piece }));
    const further: Record<number, Offer[]> = { 4: [offer('Fire', [4, 9]), offer('Fire', [4, 8])], 5: [offer('Fire', [5, 9])] };
    const offered: Offers = { asked: 'Choose.', question: 'act', reaction: false, heard: 3, offers: aims };
    const made = new Choice({
      seat: { further: (draft) => Promise.resolve({ ...offered, offers: further[draft as number] ?? [] }), odds: () => Promise.resolve(odds(1, false)) },
      offered: () => offered, scene: () => scene, fail: () => undefined, forget: () => undefined, undo: () => Promise.resolve(), confirm: () => Promise.resolve(), quick: () => true,
    });
    expect(made.pick(9)).toBe(false);
    await made.seek(9, []);
    expect(made.narrowed?.map((one) => one.pieces)).toEqual([[4, 9], [5, 9]]);
    await made.choose(made.narrowed?.[1] as Offer);
    expect([made.choosing.piece, made.choosing.offer?.pieces]).toEqual([5, [5, 9]]);
    await made.back();
    await made.back();
    // A place alone is not looked for: there are too many.
    await made.seek(null, ['C4']);
    expect(made.narrowed).toBe(null);
  });

  it('chooses the only order of a draft, and lists it when the player comes back', async () => {
    const first: Offer = { ...offer('Move', [1]), order: undefined, draft: 'move' };
    const offered: Offers = { asked: 'Choose.', question: 'act', reaction: false, heard: 3, offers: [first] };
    const made = new Choice({
      seat: { further: () => Promise.resolve({ ...offered, offers: [offer('Start', [1])] }), odds: () => Promise.resolve(odds(1, false)) },
      offered: () => offered, scene: () => scene, fail: () => undefined, forget: () => undefined, undo: () => Promise.resolve(), confirm: () => Promise.resolve(), quick: () => true,
    });
    await made.choose(first);
    expect(made.choosing.offer?.verb).toBe('Start');
    await made.back();
    expect([made.choosing.offer, made.choosing.drafts.length, made.further?.length]).toEqual([null, 1, 1]);
  });

  it('gives no plan by choosing a piece, however few plans it has', async () => {
    const first: Offer = { ...offer('Plot', [1]), order: undefined, draft: 'plot' };
    const offered: Offers = { asked: 'Plot.', question: 'plot', reaction: false, heard: 3, offers: [first, offer('Ready', [])] };
    const given: unknown[] = [];
    const made: Choice = new Choice({
      seat: { further: () => Promise.resolve({ ...offered, offers: [offer('Stay', [1])] }), odds: () => Promise.resolve(odds(1, true)) },
      offered: () => offered, scene: () => ({ ...scene, together: true }), fail: () => undefined, forget: () => undefined, undo: () => Promise.resolve(),
      confirm: () => { given.push(made.choosing.offer?.order); return Promise.resolve(); }, quick: () => true,
    });
    made.pick(1);
    await new Promise((done) => setTimeout(done));
    expect([made.further?.length, made.choosing.offer, given]).toEqual([1, null, []]);
  });

  it('adds all who can join a group, and chooses its order', async () => {
    const group = (...pieces: number[]): Offer => ({ ...offer('Go below', pieces), order: undefined, draft: pieces.length });
    const further: Record<number, Offer[]> = { 1: [group(1, 2), group(1, 3)], 2: [group(1, 2, 3)], 3: [offer('Go below', [1, 2, 3])] };
    const offered: Offers = { asked: 'Choose.', question: 'act', reaction: false, heard: 3, offers: [group(1)] };
    const made = new Choice({
      seat: { further: (draft) => Promise.resolve({ ...offered, offers: further[draft as number] ?? [] }), odds: () => Promise.resolve(odds(1, false)) },
      offered: () => offered, scene: () => scene, fail: () => undefined, forget: () => undefined, undo: () => Promise.resolve(), confirm: () => Promise.resolve(), quick: () => true,
    });
    await made.choose(offered.offers[0] as Offer);
    await made.joinAll();
    expect(made.choosing.offer?.pieces).toEqual([1, 2, 3]);
  });

  it('gives at once what can be undone, and waits with the rest', async () => {
    const sure = choice({ reversible: true });
    await sure.made.choose(all[2] as Offer);
    expect(sure.given).toEqual(['Move 1 C4']);
    const stake = choice({ reversible: false });
    await stake.made.choose(all[2] as Offer);
    expect(stake.given).toEqual([]);
    const careful = choice({ reversible: true, quick: false });
    await careful.made.choose(all[2] as Offer);
    expect(careful.given).toEqual([]);
  });

  it('compares the odds of what is listed, until something is chosen', async () => {
    const { made, asked } = choice();
    made.pick(9);
    const comparing = made.compare(made.narrowed ?? []);
    expect([...(made.compared ?? [])].map(([, one]) => one)).toEqual([null, null]);
    await comparing;
    expect([...(made.compared?.values() ?? [])].map((one) => one?.summary[0]?.probability)).toEqual([0.25, 0.5]);
    expect(asked).toHaveLength(2);
    const again = made.compare(all.slice(0, 2));
    await made.choose(all[2] as Offer);
    await again;
    expect(made.compared).toBeNull();
  });
});
