/**
 * A seat's own part in making the key: choose a nonce, commit to it, reveal it when all have committed.
 *
 * By version 2 of commitments alone: by version 1 another party could copy this seat's.
 */
import { Problem, type Seat } from '../lib/api';
import { keepNonce, keepOpening, noncesOf, openingOf } from '../lib/memory';
import type { SeatInfo } from '../lib/wire';
import { bindingOf, partyOf } from './binding';
import { fromHex, toHex } from './bytes';
import { commitment, newNonce } from './key';

/** What a person should know of this seat's part; none when it goes by itself. */
export type Trouble = 'elsewhere' | 'fleeting' | 'old' | 'exchanged' | null;

export interface Part {
  /** The seat as it is afterwards. */
  info: SeatInfo;
  trouble: Trouble;
}

/** The side whose nonce this seat makes; none for a spectator. */
export function part(info: SeatInfo): string | null {
  return info.side === null ? null : info.sides[info.side];
}

/** Does what is this seat's to do now. */
export async function takePart(seat: Seat, info: SeatInfo): Promise<Part> {
  const mine = part(info);
  const { stage, commitments, fairness, game } = info.dice;
  if (stage !== 'commit' && stage !== 'reveal') return { info, trouble: null };
  if (fairness !== 2 || !game || !commitments) return { info, trouble: 'old' };
  keepOpening(seat.token, game, commitments);
  if (mine === null) return { info, trouble: null };
  const opening = openingOf(seat.token);
  const { referee } = opening.commitments;
  // What the sides' commitments are bound to stands before the first of them.
  if (opening.game !== game || !referee || referee !== commitments['referee']) return { info, trouble: 'exchanged' };
  const promised = commitments[mine];
  const own = (nonce: string): string =>
    toHex(commitment(bindingOf(info, opening), partyOf(info.side ?? 0), fromHex(referee), fromHex(nonce)));
  if (!promised) return promise(seat, info, own);
  const nonce = noncesOf(seat.token).find((one) => own(one) === promised.toLowerCase());
  if (nonce === undefined) return { info, trouble: 'elsewhere' };
  if (stage === 'commit') return { info, trouble: null };
  return { info: await unlessDone(seat, () => seat.reveal(nonce)), trouble: null };
}

async function promise(seat: Seat, info: SeatInfo, own: (nonce: string) => string): Promise<Part> {
  if (info.dice.stage !== 'commit') return { info, trouble: null };
  let lasts = true;
  let [nonce] = noncesOf(seat.token);
  if (nonce === undefined) {
    const made = toHex(newNonce());
    lasts = keepNonce(seat.token, made);
    // What is promised is what can be read again, and nothing else.
    nonce = noncesOf(seat.token).find((one) => one === made);
    if (nonce === undefined) throw new Error('the number for the dice could not be kept');
  }
  const hash = own(nonce);
  return { info: await unlessDone(seat, () => seat.commit(hash)), trouble: lasts ? null : 'fleeting' };
}

/** Another tab of the same seat may have been faster; then it is looked what has become of it. */
async function unlessDone(seat: Seat, act: () => Promise<SeatInfo>): Promise<SeatInfo> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Problem && error.code === 'stage') return seat.info();
    throw error;
  }
}
