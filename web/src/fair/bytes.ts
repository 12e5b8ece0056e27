/** Byte encodings from the specification of the dice. */

const text = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(words: string): Bytes {
  return new Uint8Array(text.encode(words));
}

/** Encodes an unsigned 64-bit integer, big-endian. */
export function u64(value: number | bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encodes each part with its length before it. */
export function framed(...parts: Bytes[]): Bytes {
  return joined(...parts.flatMap((part) => [u64(part.length), part]));
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws if these are not 64 hexadecimal digits. */
export function fromHex(hex: string): Bytes {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('expected 64 hexadecimal digits');
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
