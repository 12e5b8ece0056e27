/**
 * Verification of the ledger after the game against the notes of this browser during play. Everything is computed here.
 */
import type { NotedHead } from '../lib/memory';
import type { Event, SeatInfo } from '../lib/wire';
import { bindingTo } from './binding';
import { fromHex, toHex } from './bytes';
import { commitment } from './key';
import { type Ledger, readLedger, sealsThatFit } from './ledger';
import { heads, type SeatNumber, SPECTATOR } from './log';
import type { Finding } from './verdict';

/** The data to compare. */
export interface Played {
  info: SeatInfo;
  /** Events that this page received. */
  events: Event[];
  noted: NotedHead[];
  /**
   * Commitment of the referee, and whether this browser saw it before play; null in old games in which players rolled.
   */
  commitment: { hash: string; seen: boolean } | null;
  /** Ledger as the server sent it after the game. */
  ledger: string;
  /** Public log as the server sent it after the game; null if it was not available. */
  open: Event[] | null;
}

const times = (many: number, thing: string): string => `${many} ${thing}${many === 1 ? '' : 's'}`;

export function compare(played: Played): Finding[] {
  let ledger: Ledger;
  try {
    ledger = readLedger(played.ledger);
  } catch (error) {
    return [{ ok: false, words: `Can’t read the ledger: ${error instanceof Error ? error.message : String(error)}.` }];
  }
  const findings: Finding[] = [];
  const say = (ok: boolean, yes: string, no: string) => findings.push({ ok, words: ok ? yes : no });

  say(ledger.whole && ledger.closed, `The ledger is complete: the hashes of all ${times(ledger.heads.length, 'line')} match.`, 'The ledger is damaged: the hash of a line does not match, or the end is missing.');
  const referee = toHex(commitment(bindingTo(ledger.game), 'referee', null, fromHex(ledger.nonce)));
  if (played.commitment !== null) {
    const { hash, seen } = played.commitment;
    const when = seen ? ' before play' : '';
    say(hash.toLowerCase() === referee, `The ledger holds the dice number the referee committed to${when}.`, 'The ledger does not hold the dice number the referee committed to.');
  }
  const seat: SeatNumber = played.info.side ?? SPECTATOR;
  const own = heads(referee, seat, played.events);
  const { noted } = played;
  const right = noted.filter(({ heard, own: head }) => own[heard] === head).length;
  if (noted.length === 0) {
    findings.push({ ok: true, open: true, words: 'This browser saved no log heads during play, so there is nothing to compare with your log.' });
  } else {
    say(
      right === noted.length,
      `Your log is unchanged: it matches the ${times(right, 'log head')} this browser saved during play.`,
      `Your log was changed: it does not match ${noted.length - right} of the ${times(noted.length, 'log head')} this browser saved during play.`,
    );
  }
  sealed(ledger, seat, played.events, 'your log', say);
  if (played.open) {
    const known = heads(referee, SPECTATOR, played.open);
    const strange = noted.filter((one) => !known.includes(one.public)).length;
    if (noted.length > 0) say(strange === 0, `The public log is unchanged: it matches the ${times(noted.length, 'log head')} this browser saved during play.`, `The public log was changed: it does not match ${strange} of the ${times(noted.length, 'log head')} this browser saved during play.`);
    sealed(ledger, SPECTATOR, played.open, 'the public log', say);
  }
  return findings;
}

function sealed(ledger: Ledger, seat: SeatNumber, events: Event[], whose: string, say: (ok: boolean, yes: string, no: string) => void): void {
  const { seals, fit } = sealsThatFit(ledger, seat, events);
  say(
    seals > 0 && fit === seals,
    `All ${seals} seals in ${whose} match the ledger: nothing was changed afterwards, including hidden moves.`,
    `${seals - fit} of ${seals} seals in ${whose} do not match the ledger: it is not the ledger of this game as played.`,
  );
}
