/**
 * The part of a seat in making the key: choose a nonce, commit to it, and reveal it after all have committed.
 *
 * The order of these steps is checked here, not left to the server. A host that knew this seat's nonce before the other
 * side's commitment could choose the other nonce, and so every roll.
 *
 * Only version 2 of commitments is accepted: in version 1 another party could copy this seat's.
 */
import { Problem, type Seat } from '../lib/api';
import { closeOpening, keepNonce, keepOpening, noncesOf, openingOf } from '../lib/memory';
import type { SeatInfo } from '../lib/wire';
import { bindingOf, type Opening, partyOf } from './binding';
import { fromHex, toHex } from './bytes';
import { commitment, newNonce } from './key';

/** A reason why the player must know about this seat's part; null if it runs automatically. */
export type Trouble = 'elsewhere' | 'fleeting' | 'old' | 'exchanged' | 'early' | null;

export interface Part {
  /** The seat after this step. */
  info: SeatInfo;
  trouble: Trouble;
}

/** Returns the side whose nonce this seat makes; null for a spectator. */
function part(info: SeatInfo): string | null {
  return info.side === null ? null : info.sides[info.side];
}

/** Returns this browser's knowledge of the making of the dice. */
export function ownPart(info: SeatInfo, token: string): { part: string; nonces: string[] } | null {
  const mine = part(info);
  const nonces = noncesOf(token);
  return mine && nonces.length > 0 ? { part: mine, nonces } : null;
}

/** Whether a value noted at the opening has changed. A missing value may be from an older response. */
const exchanged = (opening: Opening, { game, kind, commitments }: SeatInfo['dice']): boolean =>
  opening.game !== game || opening.kind !== kind
  || Object.entries(commitments ?? {}).some(([who, hash]) => hash && opening.commitments[who] !== undefined && opening.commitments[who] !== hash);

/** Takes the next step of this seat, if there is one. */
export async function takePart(seat: Seat, info: SeatInfo): Promise<Part> {
  const { token } = seat;
  const mine = part(info);
  const { stage, kind, commitments, fairness, game } = info.dice;
  if (stage !== 'commit' && stage !== 'reveal') return { info, trouble: null };
  if (fairness !== 2 || !game || !commitments) return { info, trouble: 'old' };
  const { referee } = commitments;
  // The values to which the sides' commitments are bound are noted before the first of them.
  keepOpening(token, { game, kind, commitments: { referee } });
  const before = openingOf(token);
  if (!referee || exchanged(before, info.dice)) return { info, trouble: 'exchanged' };
  const own = (nonce: string): string =>
    toHex(commitment(bindingOf(info, before), partyOf(info.side ?? 0), fromHex(referee), fromHex(nonce)));
  const promised = mine === null ? null : commitments[mine];
  const nonce = promised ? noncesOf(token).find((one) => own(one) === promised.toLowerCase()) : undefined;
  // Another browser may have revealed this seat's nonce already: then the values that the server shows here prove
  // nothing.
  if (promised && nonce === undefined) return { info, trouble: 'elsewhere' };
  keepOpening(token, { game, kind, commitments });
  if (mine === null) return { info, trouble: null };
  if (stage === 'commit') return promised ? { info, trouble: null } : promise(seat, own);
  if (nonce === undefined || info.sides.some((side) => !commitments[side])) return { info, trouble: 'early' };
  const noted = openingOf(token).commitments;
  if (info.sides.some((side) => noted[side] !== commitments[side])) return { info, trouble: 'exchanged' };
  closeOpening(token);
  return { info: await unlessDone(seat, () => seat.reveal(nonce)), trouble: null };
}

async function promise(seat: Seat, own: (nonce: string) => string): Promise<Part> {
  let lasts = true;
  let [nonce] = noncesOf(seat.token);
  if (nonce === undefined) {
    const made = toHex(newNonce());
    lasts = keepNonce(seat.token, made);
    // The commitment is for a nonce that can be read again, and no other.
    nonce = noncesOf(seat.token).find((one) => one === made);
    if (nonce === undefined) throw new Error('the dice number could not be saved');
  }
  const hash = own(nonce);
  return { info: await unlessDone(seat, () => seat.commit(hash)), trouble: lasts ? null : 'fleeting' };
}

/** Runs a step. If another tab of this seat was faster, returns the result of that. */
async function unlessDone(seat: Seat, act: () => Promise<SeatInfo>): Promise<SeatInfo> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Problem && error.code === 'stage') return seat.info();
    throw error;
  }
}
