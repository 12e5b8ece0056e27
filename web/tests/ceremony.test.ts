import { beforeEach, describe, expect, it, vi } from 'vitest';

import { bindingTo } from '../src/fair/binding';
import { fromHex, toHex } from '../src/fair/bytes';
import { takePart } from '../src/fair/ceremony';
import { commitment } from '../src/fair/key';
import { Problem, type Seat } from '../src/lib/api';
import { noncesOf, openingOf } from '../src/lib/memory';
import type { SeatInfo } from '../src/lib/wire';
import { storeOf } from './kept';

const [GAME, REFEREE, SOUTH] = ['04', 'aa', 'bb'].map((byte) => byte.repeat(32)) as [string, string, string];

/** A server that takes the first commitment of the north, and knows one of the south. */
class Server {
  dice: object = { kind: 'fair', fairness: 2, game: GAME };
  referee = REFEREE;
  promised: string | null = null;
  south: string | null = SOUTH;
  revealed: string | null = null;
  sides = ['north', 'south'];
  /** The stage it claims, where it is not the true one. */
  claimed: string | null = null;

  info(side: 0 | null = 0): SeatInfo {
    const stage = this.claimed ?? (this.promised === null || this.south === null ? 'commit' : this.revealed === null ? 'reveal' : 'play');
    const [north, south] = this.sides as [string, string];
    return {
      side, sides: this.sides,
      dice: { ...this.dice, stage, commitments: { referee: this.referee, [north]: this.promised, [south]: this.south }, nonces: {} },
    } as unknown as SeatInfo;
  }

  seat(token: string): Seat {
    return {
      token,
      info: async () => this.info(),
      commit: async (hash: string) => {
        if (this.promised !== null && this.promised !== hash) throw new Problem(409, { code: 'stage' });
        this.promised = hash;
        return this.info();
      },
      reveal: async (nonce: string) => {
        if (toHex(commitment(bindingTo(GAME), 'a', fromHex(REFEREE), fromHex(nonce))) !== this.promised) throw new Problem(422, { code: 'nonce' });
        this.revealed = nonce;
        return this.info();
      },
    } as unknown as Seat;
  }
}

describe('a seat’s part in the dice', () => {
  let token = 0;
  beforeEach(() => {
    vi.stubGlobal('localStorage', storeOf());
    token += 1;
  });

  it('is promised, then shown', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    const { info } = await takePart(seat, server.info());
    expect(info.dice.stage).toBe('reveal');
    expect(await takePart(seat, info)).toMatchObject({ info: { dice: { stage: 'play' } }, trouble: null });
    expect(openingOf(seat.token)).toMatchObject({ game: GAME, kind: 'fair', commitments: { referee: REFEREE, south: SOUTH, north: server.promised } });
  });

  it('is taken where players roll too: their secret rolls come from the numbers', async () => {
    const server = new Server();
    server.dice = { ...server.dice, kind: 'players' };
    const seat = server.seat(`t${token}`);
    const { info } = await takePart(seat, server.info());
    expect((await takePart(seat, info)).info.dice.stage).toBe('play');
  });

  it.each([{ fairness: 1 }, {}, { fairness: 1, game: GAME }, { fairness: 3, game: GAME }, { fairness: 2 }])('is not taken by another version: %o', async (dice) => {
    const server = new Server();
    server.dice = { kind: 'fair', ...dice };
    expect(await takePart(server.seat(`t${token}`), server.info())).toMatchObject({ trouble: 'old', info: { dice: { stage: 'commit' } } });
    expect(server.promised).toBeNull();
  });

  it.each<[string, (server: Server) => void]>([
    ['the game', (server) => { server.dice = { ...server.dice, game: '05'.repeat(32) }; }],
    ['who rolls', (server) => { server.dice = { ...server.dice, kind: 'players' }; }],
    ['the referee’s commitment', (server) => { server.referee = SOUTH; }],
    ['the other side’s commitment', (server) => { server.south = REFEREE; }],
  ])('goes no further when %s is exchanged', async (_, exchange) => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    await takePart(seat, server.info());
    exchange(server);
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'exchanged' });
    expect(server.revealed).toBeNull();
  });

  it('goes no further when the own commitment is exchanged', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    server.south = null;
    await takePart(seat, server.info());
    await takePart(seat, server.info());
    server.promised = REFEREE;
    server.south = SOUTH;
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'exchanged' });
    expect(server.revealed).toBeNull();
  });

  it('does not show the number to a server that asks before the other side has committed', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    [server.south, server.claimed] = [null, 'reveal'];
    // Its own commitment is not there either.
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'early' });
    server.claimed = 'commit';
    await takePart(seat, server.info());
    expect(server.promised).not.toBeNull();
    server.claimed = 'reveal';
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'early' });
    expect(server.revealed).toBeNull();
    // It would now choose south's number by what it was shown. It has not been shown any, so whatever it chooses is chance.
    server.south = SOUTH;
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: null });
    expect(server.revealed).not.toBeNull();
  });

  it('notes nothing more of a game once the number is shown', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    await takePart(seat, server.info());
    await takePart(seat, server.info());
    expect(server.revealed).not.toBeNull();
    const before = openingOf(seat.token);
    [server.claimed, server.sides, server.south] = ['reveal', ['north', 'other'], REFEREE];
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'exchanged' });
    expect(openingOf(seat.token)).toEqual(before);
  });

  it('lets a spectator note what it sees, and see what is exchanged', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    server.promised = REFEREE;
    expect(await takePart(seat, server.info(null))).toMatchObject({ trouble: null });
    expect(openingOf(seat.token).commitments).toEqual({ referee: REFEREE, north: REFEREE, south: SOUTH });
    server.south = REFEREE;
    expect(await takePart(seat, server.info(null))).toMatchObject({ trouble: 'exchanged' });
  });

  it('is done once by two tabs that begin at the same moment', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    const before = server.info();
    const [one, other] = await Promise.all([takePart(seat, before), takePart(seat, before)]);
    expect([one.info.dice.stage, other.info.dice.stage]).toEqual(['reveal', 'reveal']);
    expect((await takePart(seat, other.info)).info.dice.stage).toBe('play');
    expect(noncesOf(seat.token)).toContain(server.revealed);
  });

  it('goes on after a bad line with the number it has', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    const broken = { ...seat, commit: async () => { throw new Problem(0, { code: 'offline' }); } } as unknown as Seat;
    await expect(takePart(broken, server.info())).rejects.toMatchObject({ passing: true });
    const { info } = await takePart(seat, server.info());
    expect((await takePart(seat, info)).info.dice.stage).toBe('play');
    expect(noncesOf(seat.token).length).toBe(1);
  });

  it('says when another browser holds the number', async () => {
    const server = new Server();
    const seat = server.seat(`t${token}`);
    await takePart(seat, server.info());
    vi.stubGlobal('localStorage', storeOf());
    expect(await takePart(seat, server.info())).toMatchObject({ trouble: 'elsewhere', info: { dice: { stage: 'reveal' } } });
    expect(server.revealed).toBeNull();
    // The other browser may have shown it already, so this one cannot say that the sides' commitments came before.
    expect(openingOf(seat.token)).toMatchObject({ game: GAME, commitments: { referee: REFEREE } });
    expect(Object.keys(openingOf(seat.token).commitments)).toEqual(['referee']);
  });

  it('says when the number will not outlast the page, and shows it all the same', async () => {
    vi.stubGlobal('localStorage', storeOf(0));
    const server = new Server();
    const seat = server.seat(`t${token}`);
    const { info, trouble } = await takePart(seat, server.info());
    expect(trouble).toBe('fleeting');
    expect((await takePart(seat, info)).info.dice.stage).toBe('play');
  });
});
