import { describe, expect, it } from 'vitest';

import { begun, hear } from '../src/lib/log';
import { whyNoUndo } from '../src/lib/undo';
import type { Event } from '../src/lib/wire';
import { WORDS } from './telling';

const ordered: Event = { ordered: { order: { move: { to: 'F4' } }, text: 'Scouts go to F4.' } };
const rolled: Event = { rolled: { clause: 'X', faces: [3], label: 'attack', ordinal: 0, stream: 'public' } };
const saw = (side: string, at: string): Event => ({ saw: { gone: [], new: [{ man: { piece: side === 'x' ? 1 : 9, side, at } }] } });
const sealed: Event = { sealed: '00' };
// The first event is the set-up.
const why = (...events: Event[]) => whyNoUndo(hear(begun({ ...WORDS, own: 'x' }), 0, [saw('x', 'F5'), sealed, ...events, sealed]).after);

describe('an order that can’t be undone', () => {
  it('names the reason that the seat’s own log shows', () => {
    expect(why(ordered, rolled)).toBe('dice were rolled');
    expect(why(ordered, saw('y', 'G4'))).toBe('you have learned something about the enemy by it');
  });

  it('has a neutral reason if the log shows none', () => {
    expect(why(ordered)).toBe('the other side may know of it');
    expect(why(ordered, saw('x', 'G4'))).toBe('the other side may know of it');
  });

  it('needs none once something else has happened', () => {
    expect(why(ordered, sealed, rolled)).toBe(null);
    expect(why()).toBe(null);
  });
});
