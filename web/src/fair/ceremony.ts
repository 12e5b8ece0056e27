/** A seat's own part in making the key: choose a nonce, commit to it, reveal it when all have committed. */
import { Problem, type Seat } from '../lib/api';
import { keepNonce, keepOpening, noncesOf } from '../lib/memory';
import type { SeatInfo } from '../lib/wire';
import { fromHex, toHex } from './bytes';
import { commitment, newNonce } from './key';

/** What a person should know of this seat's part; none when it goes by itself. */
export type Trouble = 'elsewhere' | 'fleeting' | null;

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
  const { kind, stage, commitments } = info.dice;
  if (kind !== 'fair' || (stage !== 'commit' && stage !== 'reveal')) return { info, trouble: null };
  keepOpening(seat.token, commitments ?? {});
  if (mine === null) return { info, trouble: null };
  const promised = commitments?.[mine];
  if (!promised) return promise(seat, info);
  const nonce = opens(noncesOf(seat.token), promised);
  if (nonce === null) return { info, trouble: 'elsewhere' };
  if (stage === 'commit') return { info, trouble: null };
  return { info: await unlessDone(seat, () => seat.reveal(nonce)), trouble: null };
}

async function promise(seat: Seat, info: SeatInfo): Promise<Part> {
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
  const hash = toHex(commitment(fromHex(nonce)));
  return { info: await unlessDone(seat, () => seat.commit(hash)), trouble: lasts ? null : 'fleeting' };
}

/** The nonce that opens a commitment, among those made here. */
function opens(nonces: string[], promised: string): string | null {
  for (const nonce of nonces) {
    if (toHex(commitment(fromHex(nonce))) === promised.toLowerCase()) return nonce;
  }
  return null;
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
