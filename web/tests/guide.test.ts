import { describe, expect, it } from 'vitest';

import { NOTHING } from '../src/lib/choose';
import { hint, pointedAt } from '../src/lib/guide';
import type { Offer } from '../src/lib/wire';

const offer = (verb: string, content: { order: string } | { draft: string }, pieces: number[] = [], places: string[] = []): Offer =>
  ({ verb, sentence: `${verb}.`, pieces, places, clauses: [], ...content });
const draft = offer('Advance', { draft: 'scouts' }, [3]);
const order = offer('Go below', { order: 'enter' }, [3], ['B4']);
const lesson = { say: 'Go below.', pieces: [3], places: ['B4'], path: [draft, order] };

describe('the hint of a lesson', () => {
  it('leads from the piece over the verb to the order and its confirmation', () => {
    expect(hint(lesson, NOTHING)).toEqual({ press: 'piece', piece: 3 });
    expect(hint(lesson, { ...NOTHING, piece: 3 })).toEqual({ press: 'verb', verb: 'Advance', offer: draft });
    expect(hint(lesson, { ...NOTHING, piece: 3, verb: 'Advance' })).toEqual({ press: 'offer', offer: draft });
    const inside = { ...NOTHING, piece: 3, drafts: [draft] };
    expect(hint(lesson, inside)).toEqual({ press: 'verb', verb: 'Go below', offer: order });
    expect(hint(lesson, { ...inside, verb: 'Go below', offer: order })).toEqual({ press: 'confirm' });
  });

  it('leads back from another way', () => {
    const other = offer('Move', { draft: 'street' }, [3]);
    expect(hint(lesson, { ...NOTHING, piece: 3, drafts: [other] })).toEqual({ press: 'back' });
    expect(hint(lesson, { ...NOTHING, piece: 3, verb: 'Move' })).toEqual({ press: 'back' });
    expect(hint(lesson, { ...NOTHING, piece: 3, offer: offer('Stop', { order: 'stop' }) })).toEqual({ press: 'back' });
    // Another piece is simply not the one to choose.
    expect(hint(lesson, { ...NOTHING, piece: 4 })).toEqual({ press: 'piece', piece: 3 });
  });

  it('goes along with a group that begins with another of its pieces, as long as it leads to the order', () => {
    const group = (pieces: number[]) => offer('Go below', { draft: pieces.join() }, pieces);
    const all = offer('Go below', { order: '1,2,3' }, [1, 2, 3]);
    const grouped = { path: [group([1]), group([1, 2]), group([1, 2, 3]), all] };
    const listed = (...now: Offer[]) => ({ now, together: false });
    expect(hint(grouped, { ...NOTHING, piece: 2 }, listed(group([1]), group([2])))).toEqual({ press: 'verb', verb: 'Go below', offer: group([2]) });
    const inside = { ...NOTHING, piece: 2, drafts: [group([2])] };
    expect(hint(grouped, inside, listed(offer('Go below', { order: '2' }, [2]), group([2, 4]), group([2, 3])))).toMatchObject({ press: 'verb', offer: group([2, 3]) });
    // It is back on the way of the lesson, or at its end.
    expect(hint(grouped, { ...inside, drafts: [group([2]), group([1, 2])] }, listed())).toMatchObject({ press: 'verb', offer: group([1, 2, 3]) });
    expect(hint(grouped, inside, listed(group([2, 3]), all))).toMatchObject({ press: 'verb', offer: all });
    expect(hint(grouped, inside, listed(group([2, 4])))).toEqual({ press: 'back' });
    expect(hint(grouped, { ...NOTHING, piece: 4 }, listed(group([4])))).toEqual({ press: 'piece', piece: 1 });
  });

  it('needs no piece for an order of the whole side', () => {
    const ready = { ...lesson, path: [offer('Ready', { order: 'ready' })] };
    expect(hint(ready, NOTHING)).toMatchObject({ press: 'verb', verb: 'Ready' });
    expect(hint({ path: [] }, NOTHING)).toBeNull();
    // Where both sides plan at once, it is also listed beside an open plan.
    expect(hint(ready, { ...NOTHING, piece: 3, drafts: [draft] }, { now: [], together: true })).toMatchObject({ press: 'offer', offer: { verb: 'Ready' } });
    expect(hint(ready, { ...NOTHING, piece: 3, drafts: [draft] })).toEqual({ press: 'back' });
  });

  it('points at the piece, then at the target', () => {
    const at = (choosing: Parameters<typeof hint>[1]) => pointedAt(lesson, hint(lesson, choosing), choosing.drafts);
    expect(at(NOTHING)).toEqual({ pieces: new Set([3]), places: new Set() });
    expect(at({ ...NOTHING, piece: 3, drafts: [draft] })).toEqual({ pieces: new Set(), places: new Set(['B4']) });
    // What the lesson is about, where nothing on the board is to be chosen.
    expect(at({ ...NOTHING, piece: 3 })).toEqual({ pieces: new Set([3]), places: new Set(['B4']) });
  });
});
