import { describe, expect, it } from 'vitest';

import { toHex } from '../src/fair/bytes';
import { pathOf, qr } from '../src/lib/qr';

/** Digest of the squares, row by row. */
async function digest(text: string): Promise<string> {
  const squares = (qr(text) ?? []).map((row) => row.map(Number).join('')).join('\n');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(squares));
  return toHex(new Uint8Array(hash)).slice(0, 16);
}
/** A link of the length of a code's text. */
const link = (length: number) => `https://undercity.example/seat/${'0123456789abcdef'.repeat(12)}`.slice(0, length);

describe('QR codes', () => {
  it('are those of a well-tried library, in each version', async () => {
    // Made by uqr 0.1.3 with level M, mask 0 and no boost.
    const expected: Record<number, string> = { 14: 'b35ceddea1f564fc', 26: 'd5758080ae0c3a2b', 42: 'c18fc334497a0555', 62: 'a71b2474bc5ce66b', 84: '6e3faab5fbe1de85', 106: 'eff12a96a14ab405', 122: 'f583fed470babd61', 152: '1d664ea1fa4512b4', 180: 'a5b088bcf4811c39' };
    for (const [length, squares] of Object.entries(expected)) expect(await digest(link(Number(length)))).toBe(squares);
  });

  it('have a size by the length of the text, and an end', () => {
    expect([14, 15, 80, 180].map((length) => qr(link(length))?.length)).toEqual([21, 25, 37, 53]);
    expect(qr(link(181))).toBeNull();
  });

  it('are drawn as squares', () => {
    expect(pathOf([[true, false], [false, true]])).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
  });
});
