/** Whether the dice were what the key gives: computed here, from what this seat heard itself. */
import type { Rolled, SeatInfo } from '../lib/wire';
import { type Bytes, fromHex, toHex } from './bytes';
import { combine, commitment, roll, type Stream } from './key';

export interface Finding {
  ok: boolean;
  /** Set where there was nothing to compare with, so that neither can be said. */
  open?: true;
  words: string;
}

export interface Verdict {
  ok: boolean;
  findings: Finding[];
  wrong: { roll: Rolled; given: number[] }[];
}

/**
 * Checks commitments and rolls.
 *
 * `opening` are the commitments as this browser saw them before any nonce was shown, `own` the nonces it made itself: one
 * of them is the side's.
 */
export function judge(
  info: SeatInfo, rolls: Rolled[], opening: Record<string, string>, own: { part: string; nonces: string[] } | null,
): Verdict {
  const shown = info.dice.nonces ?? {};
  const findings: Finding[] = [];
  const nonces: (Bytes | null)[] = [];
  for (const who of ['referee', ...info.sides]) {
    const named = who === 'referee' ? 'referee' : `${who} side`;
    const nonce = shown[who];
    const committed = opening[who] ?? info.dice.commitments?.[who];
    if (!nonce || !committed) {
      findings.push({ ok: false, words: `The secret number of the ${named} was not shown.` });
      nonces.push(null);
      continue;
    }
    const bytes = fromHex(nonce);
    nonces.push(bytes);
    const fits = toHex(commitment(bytes)) === committed.toLowerCase();
    findings.push(promised(named, fits, opening[who] !== undefined));
  }
  if (own) {
    const kept = own.nonces.some((nonce) => shown[own.part]?.toLowerCase() === nonce.toLowerCase());
    findings.push({ ok: kept, words: `The number this browser made ${kept ? 'went' : 'did not go'} into the dice.` });
  }
  const [referee, a, b] = nonces;
  const wrong: Verdict['wrong'] = [];
  if (referee && a && b) {
    const key = combine(referee, a, b);
    for (const heard of rolls) {
      const given = roll(key, heard.stream as Stream, heard.ordinal, heard.label, heard.faces.length);
      if (given.join() !== heard.faces.join()) wrong.push({ roll: heard, given });
    }
    const words = wrong.length === 0
      ? `All ${rolls.length} rolls this seat heard were computed again here and agree.`
      : `${wrong.length} of ${rolls.length} rolls are not what the numbers give.`;
    findings.push({ ok: wrong.length === 0, words });
    const whole = inOrder(rolls);
    findings.push({ ok: whole, words: whole ? 'No roll is missing from the order they were made in.' : 'A roll is missing from the order they were made in.' });
  }
  return { ok: findings.every((finding) => finding.ok), findings, wrong };
}

/** Only a browser that saw a commitment before play can say that it is that old. */
function promised(named: string, fits: boolean, seen: boolean): Finding {
  if (seen) return { ok: fits, words: `The secret number of the ${named} ${fits ? 'is' : 'is not'} the one committed to before play.` };
  if (!fits) return { ok: false, words: `The secret number of the ${named} does not fit the commitment shown with it.` };
  return { ok: true, open: true, words: `The secret number of the ${named} fits the commitment shown with it; this browser did not see that commitment before play and cannot say how old it is.` };
}

/** Each stream this seat hears counts its rolls from 0 without a gap. */
function inOrder(rolls: Rolled[]): boolean {
  const next = new Map<string, number>();
  return rolls.every((one) => {
    const expected = next.get(one.stream) ?? 0;
    next.set(one.stream, one.ordinal + 1);
    return one.ordinal === expected;
  });
}
