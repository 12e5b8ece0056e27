/**
 * The dice, computed again.
 *
 * Written from the description of the bytes alone and not from the referee's own code: it is here to distrust it. The
 * browser's own hashes are there only where the page came over HTTPS or from this machine, so they are not used.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as hash } from '@noble/hashes/sha2.js';

import { type Bytes, framed, joined, u64, utf8 } from './bytes';

export type Stream = 'public' | 'a' | 'b';
const STREAMS: Record<Stream, number> = { public: 0, a: 1, b: 2 };
/** The greatest multiple of six that fits a byte; from here up bytes are skipped. */
const SKIPPED_FROM = 252;

export function sha256(bytes: Bytes): Bytes {
  return new Uint8Array(hash(bytes));
}

export function newNonce(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** A party to the dice: the referee, the first side, the second. */
export type Party = 'referee' | 'a' | 'b';

/** What the commitments of a game are bound to. */
export interface Binding {
  /** 1: to the nonce alone, so that a copy of one opens as the original does. 2: also to the game and the party. */
  version: 1 | 2;
  /** The name of the game; none by version 1. */
  game: Bytes | null;
}

/** By version 1, for games of before: nobody commits so any more. */
export const UNBOUND: Binding = { version: 1, game: null };

/** A commitment. `referee` is the referee's own, to which by version 2 the sides' are bound. */
export function commitment({ game }: Binding, party: Party, referee: Bytes | null, nonce: Bytes): Bytes {
  if (!game) return sha256(framed(utf8('undercity/commitment/1'), nonce));
  const bound = [utf8('undercity/commitment/2'), game, utf8(party)];
  if (party === 'referee') return sha256(framed(...bound, nonce));
  if (!referee) throw new Error('a side commits when the referee has committed');
  return sha256(framed(...bound, referee, nonce));
}

export function seal(salt: Bytes, item: Bytes): Bytes {
  return sha256(framed(utf8('undercity/seal/1'), salt, item));
}

export function firstHead(tag: string): Bytes {
  return sha256(framed(utf8('undercity/chain/1'), utf8(tag)));
}

export function nextHead(head: Bytes, entry: Bytes): Bytes {
  return sha256(framed(utf8('undercity/link/1'), head, entry));
}

/** The key of a game: the referee's nonce and each side's together. */
export function combine(referee: Bytes, a: Bytes, b: Bytes): Bytes {
  return new Uint8Array(hmac(hash, referee, framed(utf8('undercity/key/1'), a, b)));
}

/** The faces of one roll. */
export function roll(key: Bytes, stream: Stream, ordinal: number | bigint, label: string, dice: number): number[] {
  const head = joined(
    framed(utf8('undercity/roll/1')), Uint8Array.of(STREAMS[stream]), u64(ordinal), framed(utf8(label)),
  );
  const faces: number[] = [];
  for (let block = 0; faces.length < dice; block += 1) {
    for (const byte of hmac(hash, key, joined(head, u64(block)))) {
      if (byte < SKIPPED_FROM && faces.length < dice) faces.push((byte % 6) + 1);
    }
  }
  return faces;
}
