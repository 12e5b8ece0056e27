import { afterEach, expect, it, vi } from 'vitest';

type Addresses = typeof import('../src/lib/addresses');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('../src/referee');
});

async function at(address: string, paths: boolean): Promise<Addresses> {
  vi.resetModules();
  vi.doMock('../src/referee', () => ({ referee: { can: { paths } } }));
  const { origin, pathname, hash } = new URL(address);
  vi.stubGlobal('location', { origin, pathname, hash });
  return import('../src/lib/addresses');
}

it.each([
  ['https://here/', true, '', ''], ['https://here/seat/a%2Fb', true, 'seat', 'a/b'], ['https://here/sewers/tide', true, 'sewers', 'tide'],
  ['https://here/game/play/', false, '', ''], ['https://here/game/play/index.html#/', false, '', ''], ['https://here/play/#/seat/a%2Fb', false, 'seat', 'a/b'],
  ['https://here/play/#/guide/tide/first', false, 'guide', 'tide/first'], ['https://here/play/#/replay/T?step=3&eyes=north', false, 'replay', 'T'],
  ['https://here/play/#/seat/100%', false, 'seat', '100%'],
])('reads %s', async (address, paths, page, of) => {
  expect((await at(address, paths)).here()).toEqual({ page, of });
});

it('gives the paths of a server', async () => {
  const { startPath, seatPath, replayPath, sewersPath, calculatorsPath, whole, replayAt } = await at('https://here/replay/T#step=4&eyes=north', true);
  expect([startPath(), seatPath('a/b'), sewersPath('tide'), calculatorsPath()]).toEqual(['/', '/seat/a%2Fb', '/sewers/tide', '/calculators']);
  expect(whole(replayPath('T', { step: 2, eyes: 'open' }))).toBe('https://here/replay/T#step=2&eyes=open');
  expect(replayAt({ step: 0, eyes: 'open' })).toEqual({ step: 4, eyes: 'north' });
});

it('gives the addresses of a site under any folder', async () => {
  const { startPath, seatPath, replayPath, whole, replayAt } = await at('https://x.example/undercity/play/#/replay/T?step=x', false);
  expect([startPath(), seatPath('a/b'), replayPath('T')]).toEqual(['#/', '#/seat/a%2Fb', '#/replay/T']);
  expect(whole(replayPath('T', { step: 2, eyes: 'open' }))).toBe('https://x.example/undercity/play/#/replay/T?step=2&eyes=open');
  expect(replayAt({ step: 0, eyes: 'open' })).toEqual({ step: 0, eyes: 'open' });
});
