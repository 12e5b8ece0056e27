/** A seat's own part in making the key: choose a nonce, commit to it, reveal it when all have committed. */
import type { Seat } from '../lib/api';
import { keepNonce, keepOpening, nonceOf } from '../lib/memory';
import type { SeatInfo } from '../lib/wire';
import { fromHex, toHex } from './bytes';
import { commitment, newNonce } from './key';

/** The side whose nonce this seat makes; none for a spectator. */
export function part(info: SeatInfo): string | null {
  return info.side === null ? null : info.sides[info.side];
}

/** Does what is this seat's to do now; the seat as it is afterwards. */
export async function takePart(seat: Seat, info: SeatInfo): Promise<SeatInfo> {
  const mine = part(info);
  const { kind, stage, commitments, nonces } = info.dice;
  if (kind === 'fair') keepOpening(seat.token, commitments ?? {});
  if (mine === null || kind !== 'fair') return info;
  if (stage === 'commit' && !commitments?.[mine]) {
    let nonce = nonceOf(seat.token);
    if (nonce === null) {
      nonce = toHex(newNonce());
      keepNonce(seat.token, nonce);
    }
    return seat.commit(toHex(await commitment(fromHex(nonce))));
  }
  if (stage === 'reveal' && !nonces?.[mine]) {
    const nonce = nonceOf(seat.token);
    return nonce === null ? info : seat.reveal(nonce);
  }
  return info;
}
