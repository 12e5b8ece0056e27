import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Problem } from '../src/lib/api';
import { games } from '../src/lib/memory';
import { Table } from '../src/lib/table.svelte';
import { NO_TELLING } from './telling';
import type { Json, Offer, RollAsked } from '../src/lib/wire';
import { storeOf } from './kept';

const ROLL: RollAsked = { label: 'the attack', dice: 2, clause: 'X 1', seen_by: null };
const OFFER: Offer = { verb: 'Wait', sentence: 'Waits.', pieces: [], places: [], clauses: [], order: { wait: true } };
const draftOf = (verb: string): Offer => ({ verb, sentence: verb, pieces: [], places: [], clauses: [], draft: { verb } });

/** Answers what a table asks, as it is told to. */
class Server {
  heard = 5;
  roll: RollAsked | null = null;
  asked: { path: string; body: Json }[] = [];
  /** Answers to what is posted, by the end of the address; a number is a status of the server's own failure. */
  posts: Record<string, { status: number; body: Json }> = {};
  offers: Offer[] = [OFFER];
  /** How many requests fail before the line is good. */
  down = 0;
  /** What is on its way until this is done, and was read before. */
  slow: Promise<void> | null = null;
  socket: { onopen?: () => void; onclose?: (event: { code: number }) => void; onmessage?: (message: { data: string }) => void } = {};
  /** Answers that come when they are let go, by the verb of the draft that is asked about; those to orders. */
  held = new Map<string, { answer: Promise<void>; release: () => void }>();

  info() {
    return {
      seat: 'north', side: 0, system: 'any', title: 'A game', sides: ['north', 'south'], dice: { kind: 'players', stage: 'play' },
      heard: this.heard, head: 'a', public: 'b', asked: 'Act', question: 'act', roll: this.roll, outcome: null, tools: [],
    };
  }

  answer(path: string, body: Json): { status: number; body: unknown } {
    const end = path.split('/').at(-1) ?? '';
    if (end in this.posts && body !== null) return this.posts[end]!;
    if (end === 'board') return { status: 200, body: { sides: ['north', 'south'], colors: ['brown', 'blue'], hexes: [], locations: [], networks: [], roads: [], hexsides: [], terrains: [], telling: NO_TELLING } };
    if (end === 'table') {
      const offers = { asked: 'Act', question: 'act', reaction: false, heard: this.heard, offers: this.offers };
      return { status: 200, body: { info: this.info(), scene: null, offers, why_not: [], guide: null } };
    }
    if (end === 'rulebook') return { status: 404, body: {} };
    return { status: 200, body: this.info() };
  }

  hold(verb: string): void {
    let release = (): void => undefined;
    this.held.set(verb, { answer: new Promise((done) => (release = done)), release: () => release() });
  }

  fetch = async (path: string, init: { body?: string }): Promise<Response> => {
    const body = init.body === undefined ? null : (JSON.parse(init.body) as Json);
    this.asked.push({ path, body });
    if (this.down > 0) {
      this.down -= 1;
      throw new TypeError('no line');
    }
    const { status, body: said } = this.answer(path, body);
    if (path.endsWith('orders')) await this.held.get('orders')?.answer;
    if (body === null) await this.slow;
    const { draft } = (body ?? {}) as { draft?: { verb: string } };
    if (draft) {
      await this.held.get(draft.verb)?.answer;
      return new Response(JSON.stringify({ heard: this.heard, offers: [{ ...OFFER, verb: `${draft.verb} there` }] }));
    }
    return new Response(JSON.stringify(said), { status });
  };

  tell(message: object): void {
    this.socket.onmessage?.({ data: JSON.stringify(message) });
  }
  last(end: string): Json | undefined {
    return this.asked.findLast(({ path }) => path.endsWith(end))?.body;
  }
}

describe('a table', () => {
  let server: Server;
  let table: Table;
  beforeEach(() => {
    server = new Server();
    vi.stubGlobal('localStorage', storeOf());
    vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', server.fetch);
    vi.stubGlobal('WebSocket', class {
      static OPEN = 1;
      constructor() { server.socket = this as typeof server.socket; }
      close() {}
    });
    vi.useFakeTimers();
    table = new Table('token');
  });
  afterEach(() => {
    table.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Lets everything happen that is under way. */
  const rest = (ms = 5000) => vi.advanceTimersByTimeAsync(ms);
  const GIVEN_UP = 15_000;
  async function open(): Promise<void> {
    void table.open();
    await rest();
    expect(table.stale).toBe(false);
  }

  it('opens in spite of a bad line, and is kept among one’s own', async () => {
    server.down = 2;
    await open();
    expect(table.problem).toBeNull();
    expect(table.offered.offers.length).toBe(1);
    expect(games().map(({ title, links }) => [title, links])).toEqual([['A game', { north: 'token' }]]);
  });

  it('asks for the same dice again when they were refused or the line broke', async () => {
    server.roll = ROLL;
    await open();
    expect(table.rollAsked).toEqual(ROLL);
    server.posts['dice'] = { status: 409, body: { code: 'stage', detail: 'no' } };
    await table.giveDice([1, 2]);
    await rest();
    expect(table.rollAsked).toEqual(ROLL);
    expect(table.problem?.message).toBe('no');
    server.posts['dice'] = { status: 500, body: { detail: 'failed' } };
    void table.giveDice([1, 2]);
    await rest(GIVEN_UP);
    expect([table.busy, table.rollAsked]).toEqual([false, ROLL]);
    // The server has forgotten the order that waited.
    server.roll = null;
    server.posts['dice'] = { status: 409, body: { code: 'stage', detail: 'no order is waiting for dice' } };
    await table.giveDice([1, 2]);
    await rest();
    expect(table.rollAsked).toBeNull();
  });

  it('says why an order has no odds, and gives it all the same', async () => {
    await open();
    server.posts['odds'] = { status: 500, body: { code: 'failed', detail: 'nothing fits' } };
    await table.choice.choose(table.offered.offers[0]!);
    expect(table.choice.odds).toBeInstanceOf(Problem);
    expect((table.choice.odds as Problem).message).toBe('nothing fits');
    expect(table.problem).toBeNull();
    server.posts['orders'] = { status: 200, body: { ack: { heard: 6, head: 'b' } } };
    await table.confirm();
    expect(server.last('orders')).toMatchObject({ order: OFFER.order });
    expect(table.choice.odds).toBeNull();
  });

  it('keeps an order that the server could not take, and sends it under one id until it is taken', async () => {
    await open();
    server.posts['orders'] = { status: 200, body: { ack: { heard: 6, head: 'b' } } };
    await table.choice.choose(table.offered.offers[0]!);
    server.down = 8;
    void table.confirm();
    await rest();
    expect([table.busy, table.unanswered, table.problem]).toEqual([true, true, null]);
    server.heard = 6;
    for (let n = 0; n < 20; n += 1) await rest();
    expect([table.busy, table.unanswered, table.problem]).toEqual([false, false, null]);
    const sent = server.asked.filter(({ path }) => path.endsWith('orders')).map(({ body }) => (body as { id: string }).id);
    expect([sent.length > 5, new Set(sent).size]).toEqual([true, 1]);
  });

  it('does not ask again for dice that were given while it looked', async () => {
    server.roll = ROLL;
    await open();
    let arrive = (): void => undefined;
    server.slow = new Promise((done) => (arrive = done));
    server.tell({ info: { ...server.info(), roll: null } });
    await rest();
    expect(table.stale).toBe(true);
    const next = { ...ROLL, label: 'the defence' };
    server.roll = next;
    server.posts['dice'] = { status: 200, body: { roll: next as unknown as Json } };
    await table.giveDice([1, 2]);
    expect(table.rollAsked).toEqual(next);
    const shown = table.rollAsked;
    arrive();
    server.slow = null;
    await vi.advanceTimersByTimeAsync(0);
    expect(table.rollAsked).toBe(shown);
    await rest();
    // The very same: what was entered so far stays.
    expect([table.stale, table.rollAsked === shown]).toEqual([false, true]);
  });

  it('keeps what was entered when the same dice are asked for again, in whatever order the fields come', async () => {
    await open();
    server.roll = ROLL;
    server.posts['orders'] = { status: 200, body: { roll: ROLL as unknown as Json } };
    await table.choice.choose(OFFER);
    await table.confirm();
    const shown = table.rollAsked;
    expect(shown).toEqual(ROLL);
    const { label, dice, clause } = ROLL;
    server.tell({ info: { ...server.info(), roll: { clause, dice, label } } });
    await rest();
    expect(table.rollAsked === shown).toBe(true);
    server.roll = { ...ROLL, dice: 1 };
    server.tell({ info: server.info() });
    await rest();
    expect(table.rollAsked?.dice).toBe(1);
  });

  it('waits in words for the other side’s dice, and shows its own form when the server says so', async () => {
    await open();
    server.posts['orders'] = { status: 200, body: {} };
    server.offers = [];
    await table.choice.choose(OFFER);
    await table.confirm();
    await rest();
    expect([table.theirDice, table.rollAsked]).toEqual([true, null]);
    server.roll = ROLL;
    server.tell({ info: server.info() });
    await rest();
    expect([table.theirDice, table.rollAsked]).toEqual([false, ROLL]);
  });

  it('can give its order again when a server that was started anew has forgotten what waited', async () => {
    await open();
    server.posts['orders'] = { status: 200, body: {} };
    server.offers = [];
    await table.choice.choose(OFFER);
    await table.confirm();
    await rest();
    expect(table.theirDice).toBe(true);
    server.offers = [OFFER];
    server.socket.onclose?.({ code: 1006 });
    await rest();
    server.socket.onopen?.();
    server.tell({ info: server.info() });
    await rest();
    expect([table.theirDice, table.offered.offers.length]).toEqual([false, 1]);
  });

  it('believes no word of dice that an answer has overtaken', async () => {
    server.roll = ROLL;
    await open();
    const late = { info: server.info() };
    const next = { ...ROLL, label: 'the defence' };
    server.roll = next;
    server.posts['dice'] = { status: 200, body: { roll: next as unknown as Json } };
    await table.giveDice([1, 2]);
    const shown = table.rollAsked;
    expect(shown).toEqual(next);
    server.tell(late);
    expect(table.rollAsked).toBe(shown);
    server.tell({ info: server.info() });
    await rest();
    expect(table.rollAsked).toBe(shown);
  });

  it('keeps what was entered when the answer comes after a look that showed the roll', async () => {
    await open();
    server.roll = ROLL;
    server.posts['orders'] = { status: 200, body: { roll: ROLL as unknown as Json } };
    await table.choice.choose(OFFER);
    server.tell({ info: server.info() });
    await rest();
    const shown = table.rollAsked;
    expect(shown).toEqual(ROLL);
    await table.confirm();
    expect(table.rollAsked).toBe(shown);
    // Nor does withdrawing what was left word about.
    server.posts['standing'] = { status: 200, body: { ack: { heard: 6, head: 'b', public: 'c' } } };
    server.heard = 6;
    await table.stand('act', null);
    await rest();
    expect(table.rollAsked).toBe(shown);
  });

  it('counts dice once whose answer was lost, though the next roll is alike', async () => {
    const idsOf = () => new Set(server.asked.filter(({ path }) => path.endsWith('dice')).map(({ body }) => (body as { id: string }).id));
    server.roll = ROLL;
    await open();
    server.posts['dice'] = { status: 500, body: { detail: 'failed' } };
    void table.giveDice([1, 2]);
    await rest(GIVEN_UP);
    const shown = table.rollAsked;
    void table.giveDice([1, 2]);
    await rest(GIVEN_UP);
    expect(idsOf().size).toBe(1);
    // Had they been taken, others under their name are refused; then the form is for the next roll.
    server.posts['dice'] = { status: 409, body: { code: 'id-reused', detail: 'this id was used' } };
    await table.giveDice([3, 4]);
    await rest();
    expect(table.problem?.message).toMatch(/they count/);
    expect(table.rollAsked).toEqual(ROLL);
    expect(table.rollAsked === shown).toBe(false);
    server.posts['dice'] = { status: 200, body: { ack: { heard: 6, head: 'b', public: 'c' } } };
    server.roll = null;
    await table.giveDice([3, 4]);
    expect([idsOf().size, table.rollAsked]).toEqual([2, null]);
  });

  it('looks for the roll that came up behind dice whose answer was lost, in the same words', async () => {
    server.roll = ROLL;
    await open();
    server.posts['dice'] = { status: 500, body: { detail: 'failed' } };
    void table.giveDice([1, 2]);
    await rest(GIVEN_UP);
    // They had been taken; what is asked now is another roll. Nothing was heard that the page did not know of.
    server.posts['dice'] = { status: 200, body: { ack: { heard: 5, head: 'a', public: 'b' } } };
    const shown = table.rollAsked;
    await table.giveDice([1, 2]);
    await rest();
    expect(table.rollAsked).toEqual(ROLL);
    expect(table.rollAsked === shown).toBe(false);
  });

  it('keeps what a look has shown when the answer to an order comes after it', async () => {
    server.offers = [OFFER, draftOf('Go')];
    await open();
    server.hold('orders');
    server.posts['orders'] = { status: 200, body: { ack: { heard: 6, head: 'b', public: 'c' } } };
    await table.choice.choose(OFFER);
    const given = table.confirm();
    server.heard = 6;
    server.roll = ROLL;
    server.tell({ info: server.info() });
    await rest();
    const [go, shown] = [server.offers[1]!, table.rollAsked];
    await table.choice.choose(go);
    expect([table.choice.opening, shown]).toEqual([false, ROLL]);
    server.held.get('orders')?.release();
    await given;
    await rest();
    expect([table.choice.choosing.drafts, table.rollAsked === shown]).toEqual([[go], true]);
  });

  it('shows what follows the open draft only, however late that of another comes', async () => {
    server.offers = [draftOf('Go'), draftOf('Dig')];
    await open();
    const [go, dig] = server.offers as [Offer, Offer];
    server.hold('Go');
    void table.choice.choose(go);
    await rest();
    expect(table.choice.opening).toBe(true);
    await table.choice.back();
    void table.choice.choose(dig);
    await rest();
    expect([table.choice.opening, table.choice.further?.map(({ verb }) => verb)]).toEqual([false, ['Dig there']]);
    server.held.get('Go')?.release();
    await rest();
    expect([table.choice.choosing.drafts, table.choice.further?.map(({ verb }) => verb)]).toEqual([[dig], ['Dig there']]);
  });

  it('keeps what is being chosen when a look brings nothing new, and nothing that was on offer before', async () => {
    server.offers = [{ ...OFFER, places: ['P'] }, { ...OFFER, verb: 'Dig', places: ['P'] }];
    await open();
    table.choice.point(['P']);
    const offer = table.choice.narrowed?.[1];
    await table.choice.choose(offer!);
    server.roll = ROLL;
    server.tell({ info: server.info() });
    await rest();
    expect(table.choice.choosing.offer).toBe(offer);
    await table.choice.back();
    table.choice.point(['P']);
    expect(table.choice.narrowed?.length).toBe(2);
    server.heard = 6;
    server.roll = null;
    server.tell({ info: server.info() });
    await rest();
    expect([table.choice.narrowed, table.choice.choosing.offer, table.offered.heard]).toEqual([null, null, 6]);
  });

  it('takes back one order, however often it is told to before that is shown', async () => {
    await open();
    let arrive = (): void => undefined;
    server.slow = new Promise((done) => (arrive = done));
    server.posts['undo'] = { status: 200, body: { ack: { heard: 6, head: 'b', public: 'c' } } };
    server.heard = 6;
    await table.undo();
    await table.undo();
    arrive();
    await rest();
    await table.undo();
    expect(server.asked.filter(({ path }) => path.endsWith('undo')).length).toBe(2);
  });

  it('orders from what was shown, and says when the game has gone on', async () => {
    await open();
    server.posts['orders'] = { status: 409, body: { code: 'stale', detail: 'the order was based on event 5; your log is at 8' } };
    await table.choice.choose(OFFER);
    server.heard = 8;
    await table.confirm();
    expect(server.last('/orders')).toMatchObject({ order: { wait: true }, if_heard: 5 });
    await rest();
    expect(table.problem?.message).toMatch(/not given/);
    expect([table.offered.heard, table.choice.choosing.offer]).toEqual([8, null]);
  });
});
