import { describe, expect, it } from 'vitest';

import { sightWords, told } from '../src/lib/gather';
import { begun, type Entry, hear } from '../src/lib/log';
import { NO_WORDS, sightings } from '../src/lib/sights';
import type { Event } from '../src/lib/wire';
import { eventsOf, game } from './recorded';
import { WORDS } from './telling';

const nameOf = (piece: number | string, otherwise: string) => `${otherwise} ${piece}`;
const entriesOf = (events: Event[]): Entry[] => hear(begun(WORDS), 0, events).after.entries;

describe('an entry of the log', () => {
  it('has its order as the head, and every report and roll once', () => {
    for (const side of game.sides) {
      for (const entry of entriesOf(eventsOf(side))) {
        const lines = told(entry, WORDS, nameOf);
        const all = lines ? [lines.head, ...lines.results] : [];
        for (const kind of ['told', 'rolled']) expect(all.filter((item) => item.kind === kind).length).toBe(entry.items.filter((item) => item.kind === kind).length);
        const ordered = entry.items.find((item) => item.kind === 'ordered');
        if (ordered && all.includes(ordered)) expect(lines?.head).toBe(ordered);
      }
    }
  });

  it('puts dice below the line that they were rolled for', () => {
    const attack: Event[] = [
      { rolled: { clause: 'X', faces: [3, 5], label: 'attack', ordinal: 0, stream: 'public' } },
      { told: { clause: 'X', report: { attack: { units: [1], at: 'F4' } }, text: 'it fires at F4: hit.' } },
    ];
    const [entry] = entriesOf(attack);
    const lines = told(entry!, WORDS, nameOf);
    expect(lines?.head.kind).toBe('told');
    expect(lines?.results.map((item) => item.kind)).toEqual(['rolled']);
    expect(told({ from: 0, sealed: true, items: [] }, NO_WORDS, nameOf)).toBe(null);
    const [alone] = entriesOf(attack.slice(0, 1));
    expect(told(alone!, WORDS, nameOf)?.head.kind).toBe('rolled');
  });

  it('leaves out an order that a report repeats', () => {
    const text = 'Scouts (F4) goes below.';
    const [entry] = entriesOf([{ ordered: { order: { hide: { unit: 3, at: 'F4' } }, text } }, { told: { clause: 'X', report: { entered_below: { unit: 3, at: 'F4' } }, text } }]);
    const lines = told(entry!, WORDS, nameOf);
    expect([lines?.head.kind, lines?.results.length]).toEqual(['told', 0]);
  });

  it('tells several losses of a piece once, also with dice between them', () => {
    const squad = (regular: number) => ({ unit: { at: 'F4', piece: 1, side: 'y', figures: { regular } } });
    const change = (gone: number, now: number): Event => ({ saw: { gone: [gone], new: [squad(now)] } });
    const rolled: Event = { rolled: { clause: 'X', faces: [3], label: 'save', ordinal: 0, stream: 'public' } };
    const [entry] = entriesOf([{ saw: { gone: [], new: [squad(4)] } }, rolled, change(0, 3), rolled, change(1, 2), rolled, change(2, 1)]);
    const lines = told(entry!, WORDS, nameOf);
    const all = lines ? [lines.head, ...lines.results] : [];
    expect(all.flatMap((item) => (item.kind === 'saw' ? [item.sight.words] : []))).toEqual(['loses 3 regulars (1 left)']);
  });

  it('doesn’t say of the seat’s own pieces that they come into sight', () => {
    const man = (side: string) => ({ man: { piece: 1, side, at: 'F4' } });
    const does = (side: string, what: 'came' | 'went') => {
      const words = { ...WORDS, own: 'x' };
      const [sight] = what === 'came' ? sightings(words, [], [man(side)]) : sightings(words, [man(side)], []);
      return sightWords(sight!, nameOf).does;
    };
    expect([does('x', 'came'), does('x', 'went')]).toEqual(['is now in F4.', 'is no longer on the board.']);
    expect([does('y', 'came'), does('y', 'went')]).toEqual(['comes into sight in F4.', '(F4) goes out of sight.']);
  });
});
