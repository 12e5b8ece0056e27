/**
 * The renewal of a seat's link.
 *
 * The browser makes the new link and notes it before it asks. So no lost answer loses the seat: a page that is opened
 * with the old link asks again, and finds out which of the two links leads to the seat.
 */
import { toHex } from '../fair/bytes';
import { patiently, Problem, Seat } from './api';
import { dropRenewal, keepRenewal, moveSeat, renewalOf } from './memory';

/** Size of the secret part of a link, in bytes. */
const LINK_BYTES = 24;

/** Renews the link of a seat, or ends a renewal that was begun. Returns the new link. */
export async function renew(token: string, lost: () => void = () => undefined): Promise<string> {
  const link = renewalOf(token) ?? toHex(crypto.getRandomValues(new Uint8Array(LINK_BYTES)));
  if (!keepRenewal(token, link)) {
    dropRenewal(token);
    throw new Problem(0, { detail: 'This browser can’t save data, so the new link would be lost with this page.' });
  }
  try {
    await patiently(() => new Seat(token).renew(link), () => true, lost);
  } catch (refusal) {
    // The renewal may have been carried out, and only its answer lost.
    if (!(await leads(link, lost))) {
      dropRenewal(token);
      throw refusal;
    }
  }
  moveSeat(token, link);
  return link;
}

/** Whether a link leads to a seat. */
async function leads(link: string, lost: () => void): Promise<boolean> {
  try {
    await patiently(() => new Seat(link).info(), () => true, lost);
    return true;
  } catch {
    return false;
  }
}

/** Opens the page of a link in place of this one. */
export function replaceBy(link: string): void {
  location.replace(`/seat/${encodeURIComponent(link)}`);
}
