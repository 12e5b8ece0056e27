/** The ledger after the game, parsed and hashed here. */
import type { Json } from '../lib/json';
import type { Event, Rolled } from '../lib/wire';
import { type Bytes, fromHex, joined, toHex, u64, utf8 } from './bytes';
import { firstHead, nextHead, seal, sha256 } from './key';
import type { SeatNumber } from './log';

export interface Ledger {
  nonce: string;
  /** Id of the game; null in ledgers of version 1. */
  game: string | null;
  /** Head after each line, computed here. */
  heads: Bytes[];
  rolls: Rolled[];
  /** Whether the hash in each line equals the computed one. */
  whole: boolean;
  closed: boolean;
}

const BEFORE = '{"line":';
const BETWEEN = ',"hash":"';

/** Returns the content of a line, byte for byte, and its hash. */
function parts(line: string): { said: string; hash: string } | null {
  const cut = line.lastIndexOf(BETWEEN);
  if (!line.startsWith(BEFORE) || cut < 0 || !line.endsWith('"}')) return null;
  return { said: line.slice(BEFORE.length, cut), hash: line.slice(cut + BETWEEN.length, -2) };
}

type Said = { [key: string]: Json };

function rollsOf(said: Said): Rolled[] {
  const items = (said['entry'] as Said | undefined)?.['items'];
  if (!Array.isArray(items)) return [];
  return items.flatMap((item) => {
    const roll = typeof item === 'object' && item !== null && !Array.isArray(item) ? item['roll'] : undefined;
    return roll === undefined ? [] : [roll as unknown as Rolled];
  });
}

/** Version of the ledger format that this page reads. */
const FORMAT = 1;

/** @throws if the header has an unknown version. */
function gameOf({ fairness, game }: Said): string | null {
  if (fairness === undefined && game === undefined) return null;
  if (fairness === 2 && typeof game === 'string') return game;
  throw new Error(`this page does not support version ${JSON.stringify(fairness)} of the dice protocol`);
}

/** @throws if a line can't be parsed. */
export function readLedger(text: string): Ledger {
  const ledger: Ledger = { nonce: '', game: null, heads: [], rolls: [], whole: text.endsWith('\n'), closed: false };
  let head = firstHead('ledger');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const found = parts(line);
    if (!found) throw new Error(`line ${ledger.heads.length + 1} is not a ledger line`);
    head = nextHead(head, utf8(found.said));
    ledger.whole &&= toHex(head) === found.hash;
    ledger.heads.push(head);
    const said = JSON.parse(found.said) as Said;
    const header = said['header'] as Said | undefined;
    if (header) {
      const format = header['undercity'];
      if (format !== FORMAT) throw new Error(`its format is ${JSON.stringify(format)}; this page reads format ${FORMAT}`);
      ledger.nonce = String(header['nonce'] ?? '');
      ledger.game = gameOf(header);
    }
    ledger.rolls.push(...rollsOf(said));
    ledger.closed ||= 'close' in said;
  }
  return ledger;
}

/**
 * Returns how many of a seat's seals match the ledger, each at a later line than the one before.
 *
 * A seal covers the head after the line of an act, and so everything up to there, including the other side's secrets.
 */
export function sealsThatFit(ledger: Ledger, seat: SeatNumber, events: Event[]): { seals: number; fit: number } {
  const nonce = fromHex(ledger.nonce);
  let [seals, fit, line] = [0, 0, 0];
  for (const [n, event] of events.entries()) {
    if (typeof event !== 'object' || !('sealed' in event)) continue;
    seals += 1;
    const salt = sha256(joined(utf8('undercity/seal-salt/1'), nonce, Uint8Array.of(seat), u64(n)));
    for (let at = line; at < ledger.heads.length; at += 1) {
      const head = ledger.heads[at];
      if (head && toHex(seal(salt, head)) === event.sealed) {
        fit += 1;
        line = at + 1;
        break;
      }
    }
  }
  return { seals, fit };
}
