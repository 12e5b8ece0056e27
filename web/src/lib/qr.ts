/**
 * QR codes of short texts: bytes, error correction level M, versions 1 to 9 (ISO/IEC 18004).
 *
 * Written here because the page has no room for a library that does more. Readers accept every mask, so one is enough.
 */

/** By version, from 1: words in all, blocks, and correction words in each block. */
const SIZES = [[26, 1, 10], [44, 1, 16], [70, 1, 26], [100, 2, 18], [134, 2, 24], [172, 4, 16], [196, 4, 18], [242, 4, 22], [292, 5, 22]] as const;
/** Centres of the alignment patterns from version 7 on, between the first and the last. */
const MIDDLES: Record<number, number> = { 7: 22, 8: 24, 9: 26 };
/** Format of level M with mask 0, and the versions that a code carries, each with its check bits. */
const FORMAT = 0x5412;
const VERSIONS: Record<number, number> = { 7: 0x07c94, 8: 0x085bc, 9: 0x09a99 };

/** Multiplies in the field of 256 elements. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  return product;
}

/** Returns the correction words of a block. */
function correction(data: number[], count: number): number[] {
  const divisor = [...Array<number>(count - 1).fill(0), 1];
  for (let i = 0, root = 1; i < count; i += 1, root = times(root, 2)) {
    for (let j = 0; j < count; j += 1) divisor[j] = times(divisor[j] ?? 0, root) ^ (divisor[j + 1] ?? 0);
  }
  return data.reduce<number[]>((rest, word) => {
    const factor = word ^ (rest[0] ?? 0);
    return [...rest.slice(1), 0].map((one, i) => one ^ times(divisor[i] ?? 0, factor));
  }, Array<number>(count).fill(0));
}

/** Returns the words of a code: the bytes with their length, filled up, in blocks with their correction. */
function wordsOf(bytes: Uint8Array, [all, blocks, extra]: (typeof SIZES)[number]): number[] {
  const room = all - blocks * extra;
  // Four bits of the mode come first, so each byte lies across two words.
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const words: number[] = [];
  for (let i = 0; i < halves.length; i += 2) words.push(((halves[i] ?? 0) << 4) | (halves[i + 1] ?? 0));
  for (let i = 0; words.length < room; i += 1) words.push(i % 2 === 0 ? 0xec : 0x11);
  const short = Math.floor(room / blocks);
  const longer = room % blocks;
  const parts = Array.from({ length: blocks }, (_, n) => {
    const from = n * short + Math.max(0, n - (blocks - longer));
    return words.slice(from, from + short + (n >= blocks - longer ? 1 : 0));
  });
  const mixed = (lists: number[][], length: number) => Array.from({ length }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...mixed(parts, short + 1), ...mixed(parts.map((part) => correction(part, extra)), extra)];
}

/** Returns the rows of a QR code, true for dark; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + SIZES.findIndex(([all, blocks, extra]) => bytes.length + 2 <= all - blocks * extra);
  const size = SIZES[version - 1];
  if (!size) return null;
  const side = 17 + 4 * version;
  const rows = Array.from({ length: side }, () => Array<boolean | null>(side).fill(null));
  const set = (x: number, y: number, dark: boolean) => { const row = rows[y]; if (row && x >= 0 && x < side) row[x] = dark; };
  // The patterns that readers look for. Later ones lie over earlier ones.
  for (let i = 0; i < side; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const rings = (x: number, y: number, reach: number, light: number[]) => {
    for (let i = -reach; i <= reach; i += 1) for (let j = -reach; j <= reach; j += 1) set(x + i, y + j, !light.includes(Math.max(Math.abs(i), Math.abs(j))));
  };
  const last = side - 7;
  const centres = version === 1 ? [] : [6, ...(MIDDLES[version] ? [MIDDLES[version]] : []), last];
  for (const x of centres) for (const y of centres) if ((x !== 6 || y !== 6) && (x !== 6 || y !== last) && (x !== last || y !== 6)) rings(x, y, 2, [1]);
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]] as const) rings(x, y, 4, [2, 4]);
  for (let i = 0; i < 15; i += 1) {
    const dark = ((FORMAT >> i) & 1) === 1;
    set(8, i < 6 ? i : i < 8 ? i + 1 : side - 15 + i, dark);
    set(i < 8 ? side - 1 - i : i === 8 ? 7 : 14 - i, 8, dark);
  }
  set(8, side - 8, true);
  for (let i = 0; i < 18 && version >= 7; i += 1) {
    const dark = (((VERSIONS[version] ?? 0) >> i) & 1) === 1;
    set(side - 11 + (i % 3), Math.floor(i / 3), dark);
    set(Math.floor(i / 3), side - 11 + (i % 3), dark);
  }
  // The words fill what is free, in pairs of columns from the right, up and down by turns. Mask 0 is a chessboard.
  const words = wordsOf(bytes, size);
  let bit = 0;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step += 1) {
      const y = ((right + 1) & 2) === 0 ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y]?.[x] !== null) continue;
        set(x, y, (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1 !== ((x + y) % 2 === 0));
        bit += 1;
      }
    }
  }
  return rows.map((row) => row.map(Boolean));
}

/** Returns the dark squares as the path of an SVG whose unit is a square. */
export const pathOf = (rows: boolean[][]): string =>
  rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
