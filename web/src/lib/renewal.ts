/**
 * The renewal of a seat's link.
 *
 * The browser makes the new link and notes it before it asks. So no lost answer loses the seat: a page that is opened
 * with the old link asks again, and finds out which of the two links leads to the seat.
 */
import { toHex } from '../fair/bytes';
import { patiently, Problem, problemOf, Seat } from './api';
import { dropRenewal, keepRenewal, moveSeat, renewalOf } from './memory';

/** Size of the secret part of a link, in bytes. */
const LINK_BYTES = 24;

/** Tries of a request before the player is told that the server can't do it now. The waits between them grow. */
const TRIES = 8;

/** Returns the link that a link was renewed to in this browser, over all its renewals; null if it never was. */
export function latest(token: string): string | null {
  const links = [token];
  for (let next = renewalOf(token); next !== null && !links.includes(next); next = renewalOf(next)) links.push(next);
  return links.length > 1 ? (links.at(-1) ?? null) : null;
}

/** Renews the link of a seat, or ends a renewal that was begun. Returns the new link. */
export async function renew(token: string): Promise<string> {
  const noted = latest(token);
  const link = noted ?? toHex(crypto.getRandomValues(new Uint8Array(LINK_BYTES)));
  if (noted === null && !keepRenewal(token, link)) {
    dropRenewal(token);
    throw new Problem(0, { detail: 'This browser can’t save data, so the new link would be lost with this page.' });
  }
  try {
    await often(() => new Seat(token).renew(link));
  } catch (refusal) {
    // Then it is not known what became of the renewal. The note stays, and the page asks again when it is next opened.
    if (problemOf(refusal).passing) throw refusal;
    // The renewal may have been carried out, and only its answer lost.
    if (!(await leads(link))) {
      dropRenewal(token);
      throw refusal;
    }
  }
  moveSeat(token, link);
  return link;
}

/** Whether a link leads to a seat. */
async function leads(link: string): Promise<boolean> {
  try {
    await often(() => new Seat(link).info());
    return true;
  } catch (error) {
    if (problemOf(error).passing) throw error;
    return false;
  }
}

function often<T>(ask: () => Promise<T>): Promise<T> {
  return patiently(ask, (_, attempt) => attempt < TRIES);
}
