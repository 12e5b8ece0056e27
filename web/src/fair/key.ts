/**
 * The dice, computed again.
 *
 * Written from the description of the bytes alone and not from the referee's own code: it is here to distrust it.
 */
import { type Bytes, framed, joined, u64, utf8 } from './bytes';

export type Stream = 'public' | 'a' | 'b';
const STREAMS: Record<Stream, number> = { public: 0, a: 1, b: 2 };
/** The greatest multiple of six that fits a byte; from here up bytes are skipped. */
const SKIPPED_FROM = 252;

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function hmacKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

async function hmac(key: CryptoKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
}

export function newNonce(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

export function commitment(nonce: Bytes): Promise<Bytes> {
  return sha256(framed(utf8('undercity/commitment/1'), nonce));
}

export function seal(salt: Bytes, item: Bytes): Promise<Bytes> {
  return sha256(framed(utf8('undercity/seal/1'), salt, item));
}

export function firstHead(tag: string): Promise<Bytes> {
  return sha256(framed(utf8('undercity/chain/1'), utf8(tag)));
}

export function nextHead(head: Bytes, entry: Bytes): Promise<Bytes> {
  return sha256(framed(utf8('undercity/link/1'), head, entry));
}

/** The key of a game: the referee's nonce and each side's together. */
export async function combine(referee: Bytes, a: Bytes, b: Bytes): Promise<Bytes> {
  return hmac(await hmacKey(referee), framed(utf8('undercity/key/1'), a, b));
}

/** The faces of one roll. */
export async function roll(
  key: Bytes, stream: Stream, ordinal: number | bigint, label: string, dice: number,
): Promise<number[]> {
  const under = await hmacKey(key);
  const head = joined(
    framed(utf8('undercity/roll/1')), Uint8Array.of(STREAMS[stream]), u64(ordinal), framed(utf8(label)),
  );
  const faces: number[] = [];
  for (let block = 0; faces.length < dice; block += 1) {
    for (const byte of await hmac(under, joined(head, u64(block)))) {
      if (byte < SKIPPED_FROM && faces.length < dice) faces.push((byte % 6) + 1);
    }
  }
  return faces;
}
