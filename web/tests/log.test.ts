import { describe, expect, it } from 'vitest';

import { begun, EMPTY, hear, type LogItem, type SeatLog } from '../src/lib/log';
import type { Event } from '../src/lib/wire';
import { eventsOf, game } from './recorded';
import { WORDS } from './telling';

const whole = (events: Event[]): SeatLog => hear(EMPTY, 0, events).after;
const items = (log: SeatLog): LogItem[] => log.entries.flatMap((entry) => entry.items);

describe('a seat’s log', () => {
  it('is the same however its events are cut into messages', () => {
    for (const side of game.sides) {
      const events = eventsOf(side);
      for (const size of [1, 7, 50]) {
        let cut = EMPTY;
        for (let at = 0; at < events.length; at += size) cut = hear(cut, at, events.slice(at, at + size)).after;
        expect(cut).toEqual(whole(events));
      }
    }
  });

  it('ignores what it has heard, takes what is new of an overlap, and asks for what is missing', () => {
    const events = eventsOf('german');
    const first = hear(EMPTY, 0, events.slice(0, 10)).after;
    expect(hear(first, 3, events.slice(3, 9))).toEqual({ after: first, heard: 'again' });
    expect(hear(first, 11, events.slice(11, 12))).toEqual({ after: first, heard: 'gap' });
    const { after, heard } = hear(first, 5, events.slice(5, 20));
    expect(heard).toBe('new');
    expect(after).toEqual(whole(events.slice(0, 20)));
  });

  it('keeps every roll and every report, each once', () => {
    const events = eventsOf('soviet');
    const count = (kind: string) => events.filter((event) => typeof event === 'object' && kind in event).length;
    const heard = whole(events);
    expect(heard.rolls.length).toBe(count('rolled'));
    expect(items(heard).filter((item) => item.kind === 'told').length).toBe(count('told'));
    expect(items(heard).filter((item) => item.kind === 'ordered').length).toBe(count('ordered'));
    expect(heard.heard).toBe(events.length);
  });

  it('closes an entry with each seal', () => {
    const heard = whole(eventsOf('soviet'));
    expect(heard.entries.every((entry) => entry.items.length > 0)).toBe(true);
    expect(new Set(heard.entries.map((entry) => entry.from)).size).toBe(heard.entries.length);
    expect(heard.entries.slice(0, -1).every((entry) => entry.sealed)).toBe(true);
  });

  it('tells of pieces that come, change and go', () => {
    const thing = (at: string) => ({ thing: { piece: 7, at, state: 'well' } });
    const heard = hear(begun(WORDS), 0, [
      'undone', { saw: { clause: 'X', new: [{ score: 1 }, thing('A1')] } }, { saw: { clause: 'X', now: [[1, { thing: { at: 'A2' } }]] } },
      { saw: { gone: [1] } }, { saw: { now: [[0, { score: 3 }]] } },
    ]).after;
    expect(items(heard).slice(1).map((item) => (item.kind === 'saw' ? [item.sight.what, item.sight.words] : []))).toEqual([
      ['came', 'in A1'], ['changed', 'goes from A1 to A2'], ['went', ''],
    ]);
  });

  it('lives with an event it does not know', () => {
    const heard = whole([{ thundered: { loudly: true } } as unknown as Event, 'undone']);
    expect(heard.heard).toBe(2);
    expect(items(heard)).toEqual([{ kind: 'undone', n: 1 }]);
  });
});
