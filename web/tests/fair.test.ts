/** The same fixed values as the referee's own tests; commitments from the very file. */
import { describe, expect, it } from 'vitest';

import { bindingTo } from '../src/fair/binding';
import { type Bytes, fromHex, toHex, utf8 } from '../src/fair/bytes';
import { combine, commitment, firstHead, nextHead, type Party, roll, seal, UNBOUND } from '../src/fair/key';
import promised from '../../crates/fair/tests/commitments.json';

const all = (byte: number): Bytes => new Uint8Array(32).fill(byte);
const key = () => combine(all(1), all(2), all(3));

describe('the dice, computed again', () => {
  const { nonces, game, version1, version2 } = promised;
  const made = (game: string | null, party: Party, nonce: string, referee: string): string =>
    toHex(commitment(bindingTo(game), party, fromHex(referee), fromHex(nonce)));

  it.each(['referee', 'a', 'b'] as const)('commits by both versions: %s', (party) => {
    expect(made(null, party, nonces[party], version1.referee)).toBe(version1[party]);
    expect(made(game, party, nonces[party], version2.referee)).toBe(version2[party]);
  });

  it('makes no commitment that can be copied', () => {
    expect(made(game, 'b', nonces.a, version2.referee)).toBe(promised.version2_b_with_the_nonce_of_a);
    expect(made(game, 'b', nonces.a, version2.referee)).not.toBe(version2.a);
    expect(made('05'.repeat(32), 'a', nonces.a, version2.referee)).not.toBe(version2.a);
    expect(made(game, 'a', nonces.a, version1.referee)).not.toBe(version2.a);
    expect(toHex(commitment(UNBOUND, 'b', null, fromHex(nonces.a)))).toBe(version1.a);
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
