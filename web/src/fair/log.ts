/** A seat's own record, hashed here from the events as they came. */
import type { Json } from '../lib/json';
import type { Event } from '../lib/wire';
import { toHex, utf8 } from './bytes';
import { canonical } from './canonical';
import { firstHead, nextHead } from './key';

/** The number of a seat in the names of chains and seals: the sides in their order, then the spectator. */
export type SeatNumber = 0 | 1 | 2;
export const SPECTATOR: SeatNumber = 2;

/** Words, and what only follows from a report, are there to be read and are not hashed. */
const TO_READ = ['text', 'out'];

function hashed(event: Event): string {
  if (typeof event !== 'object') return canonical(event);
  const said = Object.entries(event).map(([kind, fields]: [string, Json]) => {
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return [kind, fields] as const;
    return [kind, Object.fromEntries(Object.entries(fields).filter(([key]) => !TO_READ.includes(key)))] as const;
  });
  return canonical(Object.fromEntries(said));
}

/** The heads after no event, after one, and so on. `referee` is his commitment in hexadecimal. */
export function heads(referee: string, seat: SeatNumber, events: Event[]): string[] {
  let head = firstHead(`${referee}/${seat}`);
  const all = [toHex(head)];
  for (const event of events) {
    head = nextHead(head, utf8(hashed(event)));
    all.push(toHex(head));
  }
  return all;
}
