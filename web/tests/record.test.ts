import { describe, expect, it } from 'vitest';

import { canonical } from '../src/fair/canonical';
import { readLedger } from '../src/fair/ledger';
import { compare, type Played } from '../src/fair/record';
import { heads } from '../src/fair/log';
import type { NotedHead } from '../src/lib/memory';
import type { Event, SeatInfo } from '../src/lib/wire';
import golden from '../../crates/table/tests/golden/0.1.0/tide-fair-finished.jsonl?raw';
import old from '../../crates/table/tests/ledgers/fair-1.jsonl?raw';
import { eventsOf, game } from './recorded';

const side = 'german';
const noted: NotedHead[] = (game.acks[side] ?? []).map(({ heard, head, public: open }) => ({ heard, own: head, public: open }));
const played: Played = {
  info: { seat: side, side: 1, sides: game.sides } as unknown as SeatInfo,
  events: eventsOf(side), noted, commitment: { hash: game.dice.referee, seen: true }, ledger: game.ledger, open: eventsOf('spectator'),
};
const wrongs = (change: Partial<Played>): string[] => compare({ ...played, ...change }).filter(({ ok }) => !ok).map(({ words }) => words);

/** A line of the ledger said otherwise, and every hash after it as before. */
const said = (from: string, to: string): string => {
  expect(game.ledger).toContain(from);
  return game.ledger.replace(from, to);
};

describe('the record of a real game', () => {
  it('is the one that was played', () => {
    expect(noted.length).toBeGreaterThan(3);
    const found = compare(played);
    expect(found.filter(({ ok }) => !ok)).toEqual([]);
    expect(found.length).toBeGreaterThanOrEqual(6);
  });

  it('hashes a seat’s log to the heads the referee gave', () => {
    const own = heads(game.dice.referee, 1, played.events);
    for (const { heard, head } of game.acks[side] ?? []) expect(own[heard]).toBe(head);
  });

  it('is not, when a line of the ledger was altered', () => {
    const wrong = wrongs({ ledger: said('"n":3,', '"n":33,') });
    expect(wrong.some((words) => words.startsWith('The ledger is damaged'))).toBe(true);
    expect(wrong.some((words) => words.includes('do not match the ledger'))).toBe(true);
  });

  it('is not, when another ledger was written and hashed again', () => {
    const lines = game.ledger.trimEnd().split('\n');
    const shorter = `${lines.filter((_, i) => i !== lines.length - 2).join('\n')}\n`;
    expect(wrongs({ ledger: shorter }).length).toBeGreaterThan(0);
  });

  it('is not, when this seat is told another past than it noted', () => {
    const at = played.events.findIndex((event) => typeof event === 'object' && 'rolled' in event);
    const events = played.events.map((event, i): Event => (i === at && typeof event === 'object' && 'rolled' in event ? { rolled: { ...event.rolled, faces: event.rolled.faces.map((face) => (face % 6) + 1) } } : event));
    expect(wrongs({ events }).some((words) => words.includes('Your log was changed'))).toBe(true);
  });

  it('is not, when a noted head fits nowhere, or another commitment was seen', () => {
    expect(wrongs({ noted: [...noted, { heard: 5, own: '00'.repeat(32), public: noted[0]!.public }] }).length).toBe(1);
    expect(wrongs({ noted: [...noted, { heard: noted[0]!.heard, own: noted[0]!.own, public: '00'.repeat(32) }] }).length).toBe(1);
    expect(wrongs({ commitment: { hash: '00'.repeat(32), seen: false } }).length).toBe(1);
    expect(compare({ ...played, noted: [] }).filter(({ open }) => open).length).toBe(1);
  });

  it('is read by the rule of its version', () => {
    const [hash] = /"referee":"([0-9a-f]{64})"/.exec(old)?.slice(1) ?? [];
    const right = { ...played, ledger: old, events: [], noted: [], open: null, commitment: { hash: hash ?? '', seen: true } };
    expect(compare(right).filter(({ ok }) => !ok).map(({ words }) => words)).toEqual([expect.stringContaining('0 of 0 seals')]);
    expect(wrongs({ ledger: said('"fairness":2', '"fairness":3') })[0]).toContain('Can’t read');
    // Without its name it is judged as one of version 1, which it is not.
    expect(wrongs({ ledger: said(`"fairness":2,"game":"${game.gameId}",`, '') }).some((words) => words.includes('does not hold the dice number'))).toBe(true);
  });

  it('is read with and without fingerprints of rulings, and not in another format', () => {
    expect(golden).toContain('"clauses":{');
    expect(old).not.toContain('"clauses":{');
    for (const text of [golden, old]) {
      const ledger = readLedger(text);
      expect([ledger.whole, ledger.closed, ledger.rolls.length > 0]).toEqual([true, true, true]);
    }
    expect(wrongs({ ledger: said('"undercity":1', '"undercity":2') })[0]).toContain('its format is 2; this page reads format 1');
  });

  it('cannot be read when it is no ledger', () => {
    expect(wrongs({ ledger: 'hello\n' })[0]).toContain('Can’t read');
  });
});

describe('hashed JSON', () => {
  it('sorts keys and leaves no space', () => {
    expect(canonical({ b: [1, null, 'é\n'], a: { d: true, c: -2 } })).toBe('{"a":{"c":-2,"d":true},"b":[1,null,"é\\n"]}');
  });
});
