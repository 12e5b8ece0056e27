/** A real game, recorded from the engine: the seats' events and scenes, and offers by question. */
import type { Ack, Event, Odds, Offer, Scene, WhyNot } from '../src/lib/wire';
import recorded from './fixtures/game.json';

export interface Recorded {
  sides: [string, string];
  dice: { referee: string; a: string; b: string };
  gameId: string;
  nonces: [string, string, string];
  offers: Record<string, Offer[]>;
  odds: Odds;
  why: WhyNot[];
  events: Record<string, Event[]>;
  scene: Record<string, Scene>;
  outcome: string;
  /** What the sides' orders were acknowledged with. */
  acks: Record<string, Ack[]>;
  ledger: string;
}

export const game = recorded as unknown as Recorded;
export const eventsOf = (side: string): Event[] => game.events[side] ?? [];
