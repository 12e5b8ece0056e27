import { describe, expect, it } from 'vitest';

import * as choose from '../src/lib/choose';
import type { Handle, Offer } from '../src/lib/wire';
import { game } from './recorded';

const all = Object.values(game.offers).flat();
const offer = (verb: string, pieces: number[], places: string[] = [], more: Partial<Offer> = {}): Offer => ({
  verb, pieces, places, sentence: `${verb} ${places.join()}`, clauses: [], order: { verb, places }, ...more,
});

describe('choosing', () => {
  it('reaches every recorded offer by piece and verb', () => {
    for (const offers of Object.values(game.offers)) {
      for (const wanted of choose.open(offers)) {
        const piece = choose.actor(wanted);
        const chosen = piece === null ? choose.NOTHING : choose.choosePiece(choose.NOTHING, piece);
        const group = choose.byVerb(choose.fitting(offers, chosen)).find((one) => one.verb === wanted.verb);
        expect(group?.offers).toContain(wanted);
      }
    }
  });

  it('takes an order to its confirmation and a draft further in', () => {
    const order = all.find((one) => one.order !== undefined)!;
    expect(choose.chooseOffer(choose.NOTHING, order).offer).toBe(order);
    const draft = offer('Aim', [1], [], { order: undefined, draft: { aim: 1 } });
    const inside = choose.chooseOffer(choose.choosePiece(choose.NOTHING, 1), draft);
    expect(choose.draftOf(inside)).toEqual({ aim: 1 });
    expect(inside.offer).toBeNull();
  });

  it('finds what only adds a piece to a group', () => {
    const group = (...pieces: number[]) => offer('Go below', pieces, [], { order: undefined, draft: { pieces } });
    const [open, two, other] = [group(2), group(1, 2), group(3, 4)];
    const listed = [two, other, group(1, 2, 3), offer('Go below', [2]), { ...group(2, 5), verb: 'Fire' }, { ...group(2, 6), places: ['C4'] }];
    expect(choose.growing(listed, open)).toEqual([two, group(1, 2, 3)]);
    expect(choose.growing(listed, undefined)).toEqual([]);
    expect(choose.growing(listed, group())).toEqual([]);
  });

  it('steps back one at a time, out to nothing', () => {
    const draft = offer('Aim', [1], [], { order: undefined, draft: { aim: 1 } });
    let now = choose.chooseOffer(choose.choosePiece(choose.NOTHING, 1), draft);
    now = choose.chooseVerb(now, { verb: 'Hit', offers: [offer('Hit', [1], ['A1']), offer('Hit', [1], ['A2'])] });
    now = choose.chooseOffer(now, offer('Hit', [1], ['A2']));
    const steps = [now];
    for (let i = 0; i < 5; i += 1) steps.push(choose.stepBack(steps.at(-1)!));
    expect(steps.map((one) => [one.offer !== null, one.verb, one.drafts.length, one.piece])).toEqual([
      [true, 'Hit', 1, 1], [false, 'Hit', 1, 1], [false, null, 1, 1], [false, null, 0, 1], [false, null, 0, null], [false, null, 0, null],
    ]);
  });

  it('finds what points at a place or a piece, and never the actor itself', () => {
    const offers = [offer('Go', [1], ['A1']), offer('Go', [1], ['A2']), offer('Hit', [1, 2])];
    expect(choose.pointingAt(offers, { place: 'A2' })).toEqual([offers[1]]);
    expect(choose.pointingAt(offers, { piece: 2 })).toEqual([offers[2]]);
    expect(choose.pointingAt(offers, { piece: 1 })).toEqual([]);
  });

  it('lets another piece join a draft, even one that is named first', () => {
    const draft = offer('Fire', [2], [], { order: undefined, draft: { fire: [2] } });
    const inside = choose.chooseOffer(choose.choosePiece(choose.NOTHING, 2), draft);
    const [joins, leads, shoots] = [offer('Fire', [2, 3]), offer('Fire', [1, 2]), offer('Fire', [2], ['F4'])];
    expect(choose.fitting([joins, leads, shoots], inside)).toEqual([joins, leads, shoots]);
    expect([joins, leads, shoots].map((one) => choose.targetsOf(one, inside.drafts).pieces)).toEqual([[3], [1], []]);
    expect(choose.pointingAt([joins, leads, shoots], { piece: 1 }, inside.drafts)).toEqual([leads]);
  });

  it('knows the only actor, unless something else is offered too', () => {
    expect(choose.onlyActor([offer('Go', [1]), offer('Stay', [1])])).toBe(1);
    expect(choose.onlyActor([offer('Go', [1]), offer('End turn', [])])).toBeNull();
    expect(choose.onlyActor([offer('Go', [1]), offer('Undo', [], [], { undo: true })])).toBe(1);
    expect(choose.onlyActor([])).toBeNull();
  });

  it('lists a verb that an offer only makes possible, unless it is offered itself', () => {
    const advance = offer('Advance', [1], [], { opens: 'Go below' });
    expect(choose.byVerb([advance, offer('Fire', [1])]).map(({ verb, opens, offers }) => [verb, opens ?? false, offers.length])).toEqual([['Advance', false, 1], ['Go below', true, 1], ['Fire', false, 1]]);
    const now = offer('Go below', [1]);
    expect(choose.byVerb([advance, now]).find(({ verb }) => verb === 'Go below')?.offers).toEqual([now]);
  });

  it('keeps answers of the whole side apart from the actions of a piece', () => {
    const [hit, pass] = [offer('Hit', [1]), offer('Pass', [])];
    expect(choose.byActor([hit, pass])).toEqual({ own: [hit], side: [pass] });
  });
});

describe('the way of an order', () => {
  const at = (piece: Handle) => ({ 1: 'A1', 2: 'C4', 3: 'A1' })[piece as number];
  const offer = (pieces: number[], places: string[]): Offer => ({ verb: 'v', sentence: 's', pieces, places, clauses: [], order: 'o' });

  it('leads from the piece through the places, or to the piece that it is about', () => {
    expect(choose.wayOf(offer([1], ['B2', 'B3']), at)).toEqual(['A1', 'B2', 'B3']);
    expect(choose.wayOf(offer([1, 2], []), at)).toEqual(['A1', 'C4']);
  });

  it('is empty where the order goes nowhere', () => {
    expect(choose.wayOf(offer([1, 3], []), at)).toEqual([]);
    expect(choose.wayOf(offer([1], ['A1']), at)).toEqual([]);
    expect(choose.wayOf(offer([], ['B2']), at)).toEqual([]);
    expect(choose.wayOf(offer([9], ['B2']), at)).toEqual([]);
  });
});
