/** The log of a seat, hashed here from its events. */
import type { Json } from '../lib/json';
import type { Event } from '../lib/wire';
import { toHex, utf8 } from './bytes';
import { canonical } from './canonical';
import { firstHead, nextHead } from './key';

/** Index of a seat in chains and seals: the sides in order, then the spectator. */
export type SeatNumber = 0 | 1 | 2;
export const SPECTATOR: SeatNumber = 2;

/** Keys that are not hashed: texts, and values that follow from a report. */
const TO_READ = ['text', 'out'];

function hashed(event: Event): string {
  if (typeof event !== 'object') return canonical(event);
  const said = Object.entries(event).map(([kind, fields]: [string, Json]) => {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return [kind, fields] as const;
    return [kind, Object.fromEntries(Object.entries(fields).filter(([key]) => !TO_READ.includes(key)))] as const;
  });
  return canonical(Object.fromEntries(said));
}

/** Returns the heads after 0, 1, 2 and more events. `referee` is the referee's commitment in hexadecimal. */
export function heads(referee: string, seat: SeatNumber, events: Event[]): string[] {
  let head = firstHead(`${referee}/${seat}`);
  const all = [toHex(head)];
  for (const event of events) {
    head = nextHead(head, utf8(hashed(event)));
    all.push(toHex(head));
  }
  return all;
}
