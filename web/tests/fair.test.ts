/** The same fixed values as the referee's own tests. */
import { describe, expect, it } from 'vitest';

import { type Bytes, fromHex, toHex, utf8 } from '../src/fair/bytes';
import { combine, commitment, firstHead, nextHead, roll, seal } from '../src/fair/key';

const all = (byte: number): Bytes => new Uint8Array(32).fill(byte);
const key = () => combine(all(1), all(2), all(3));

describe('the dice, computed again', () => {
  it('commits', () => {
    expect(toHex(commitment(all(1)))).toBe('b072ca73db48f705d7d9a510af8b11ad2e9547a2fff5719cf9b82d0499e26f82');
  });

  it('combines the key', () => {
    expect(toHex(key())).toBe('4f5c562995e2965091129f1a09d0b86d0803dd1e93b330a0942734311d303886');
  });

  it('rolls', () => {
    const k = key();
    expect(roll(all(0), 'public', 0, 'attack', 8)).toEqual([5, 4, 1, 4, 4, 1, 2, 5]);
    expect(roll(k, 'public', 0, 'attack', 10)).toEqual([6, 2, 5, 3, 5, 4, 5, 2, 4, 6]);
    expect(roll(k, 'a', 0, 'attack', 10)).toEqual([5, 2, 2, 1, 5, 2, 3, 3, 5, 4]);
    expect(roll(k, 'b', 2n ** 32n + 7n, 'défense ✦', 10)).toEqual([1, 6, 6, 6, 1, 5, 1, 3, 5, 6]);
    expect(roll(k, 'public', 2n ** 64n - 1n, '', 6)).toEqual([2, 1, 6, 6, 5, 5]);
  });

  it('rolls over many blocks and skipped bytes', () => {
    const faces = roll(key(), 'public', 1, 'long', 255);
    expect(faces.slice(0, 10)).toEqual([2, 4, 3, 6, 4, 1, 2, 1, 3, 5]);
    expect(faces.slice(245)).toEqual([3, 2, 2, 4, 1, 6, 1, 5, 2, 2]);
  });

  it('seals', () => {
    expect(toHex(seal(all(9), utf8('a squad')))).toBe(
      '9d6e95f8d0d5735dec37e2d3ea928e20fc7c0394c72a096f635246ad2102a5f2',
    );
  });

  it('chains', () => {
    const heads = [firstHead('ledger')];
    for (const entry of ['one', '']) heads.push(nextHead(heads.at(-1)!, utf8(entry)));
    expect(heads.map(toHex)).toEqual([
      '826f30e5e24944c20aae4b5d2f2ee9e4565108e91fd60739f73e87e1a74f1831',
      '378ca13b402060dbabbfc91d21f5b7ad80ea715eedd0a89767c98d75000a10c4',
      '7b94654daf1c66911c5f83854be2108f4f0cca57736bc61892b18c5aadd8e398',
    ]);
  });

  it('reads hexadecimal and nothing else', () => {
    expect(toHex(fromHex('AB'.repeat(32)))).toBe('ab'.repeat(32));
    expect(() => fromHex('ab')).toThrow();
    expect(() => fromHex('zz'.repeat(32))).toThrow();
  });
});
