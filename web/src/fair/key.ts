/**
 * An independent computation of the dice.
 *
 * It follows the specification, not the referee's code, since its purpose is to check that code. The browser's own hash
 * functions are not used: they are available only over HTTPS or on this machine.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as hash } from '@noble/hashes/sha2.js';

import { type Bytes, framed, joined, u64, utf8 } from './bytes';

export type Stream = 'public' | 'a' | 'b';
const STREAMS: Record<Stream, number> = { public: 0, a: 1, b: 2 };
/** The greatest multiple of six that fits a byte; higher bytes are skipped. */
const SKIPPED_FROM = 252;

export function sha256(bytes: Bytes): Bytes {
  return new Uint8Array(hash(bytes));
}

export function newNonce(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** A party to the dice: the referee, the first side or the second side. */
export type Party = 'referee' | 'a' | 'b';

/** The values to which the commitments of a game are bound. */
export interface Binding {
  /** 1: only to the nonce, so a copied commitment opens like the original. 2: also to the game and the party. */
  version: 1 | 2;
  /** Id of the game; null for version 1. */
  game: Bytes | null;
}

/** The binding of version 1, for old games only. */
export const UNBOUND: Binding = { version: 1, game: null };

/** Computes a commitment. In version 2 the sides' commitments are bound to `referee`, the referee's own. */
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

/** Combines the referee's nonce and both sides' nonces to the key of a game. */
export function combine(referee: Bytes, a: Bytes, b: Bytes): Bytes {
  return new Uint8Array(hmac(hash, referee, framed(utf8('undercity/key/1'), a, b)));
}

/** Returns the faces of one roll. */
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
