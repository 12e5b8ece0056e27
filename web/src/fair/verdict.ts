/** Verification of the dice against the key, computed here from this seat's own events. */
import type { Rolled, SeatInfo } from '../lib/wire';
import { referee } from '../referee';
import { bindingOf, type Opening } from './binding';
import { type Bytes, fromHex, toHex } from './bytes';
import { combine, commitment, type Party, roll, type Stream } from './key';

export interface Finding {
  ok: boolean;
  /** Set if there was nothing to compare with, so the result is neither. */
  open?: true;
  words: string;
}

export interface Verdict {
  ok: boolean;
  findings: Finding[];
  /** Rolls that differ from the key; `given` is the result of the key, null if a side had to enter the dice. */
  wrong: { roll: Rolled; given: number[] | null }[];
}

/** Whether a roll must be computed from the key: every roll, or only secret ones if players roll. */
const computed = (kind: string, one: Rolled): boolean => kind === 'fair' || one.stream !== 'public';

/** Whether a public roll was not entered, in a game in which players roll. A roll without dice is not entered. */
const unentered = ({ sides }: SeatInfo, { stream, faces, entered_by }: Rolled): boolean =>
  stream === 'public' && faces.length > 0 && !sides.includes(entered_by ?? '');

/**
 * Checks commitments and rolls.
 *
 * `opening` holds what this browser saw before any nonce was shown, and `own` the nonces it made itself: one of them
 * must be the side's. If players roll their own dice, entered dice are not checked, but their secret rolls are
 * computed. Each public roll must then have been entered.
 */
export function judge(
  info: SeatInfo, rolls: Rolled[], opening: Opening, own: { part: string; nonces: string[] } | null,
): Verdict {
  // Only where this browser saw nothing else before play: else the kind of dice was changed.
  const unbound = (opening.kind ?? 'guide') === 'guide' && Object.keys(opening.commitments).length === 0;
  if (info.dice.kind === 'guide' && unbound) return { ok: true, findings: [LAID_DOWN], wrong: [] };
  const shown = info.dice.nonces ?? {};
  const findings: Finding[] = [];
  const nonces: (Bytes | null)[] = [];
  if (opening.game !== undefined) {
    const same = opening.game === info.dice.game;
    findings.push({ ok: same, words: `The game id is ${same ? '' : 'not '}the one this browser saw before play.` });
  }
  const kind = opening.kind ?? info.dice.kind;
  if (opening.kind !== undefined) {
    const same = opening.kind === info.dice.kind;
    findings.push({ ok: same, words: `The kind of dice is ${same ? '' : 'not '}the one this browser saw before play.` });
  }
  const binding = bindingOf(info, opening);
  const first = opening.commitments['referee'] ?? info.dice.commitments?.['referee'];
  const bound = first ? fromHex(first) : null;
  const parties: [string, Party][] = [['referee', 'referee'], [info.sides[0], 'a'], [info.sides[1], 'b']];
  for (const [who, party] of parties) {
    const named = who === 'referee' ? 'referee' : `${who} side`;
    const nonce = shown[who];
    const committed = opening.commitments[who] ?? info.dice.commitments?.[who];
    if (!nonce || !committed) {
      findings.push({ ok: false, words: `The dice number of the ${named} was not revealed.` });
      nonces.push(null);
      continue;
    }
    const bytes = fromHex(nonce);
    nonces.push(bytes);
    const fits = toHex(commitment(binding, party, bound, bytes)) === committed.toLowerCase();
    findings.push(promised(named, fits, opening.commitments[who] !== undefined));
  }
  if (own) {
    const kept = own.nonces.some((nonce) => shown[own.part]?.toLowerCase() === nonce.toLowerCase());
    findings.push({ ok: kept, words: `The dice number made by this browser was ${kept ? '' : 'not '}used.` });
  }
  const [referee, a, b] = nonces;
  const wrong: Verdict['wrong'] = [];
  if (referee && a && b) {
    const key = combine(referee, a, b);
    const checked = rolls.filter((one) => computed(kind, one));
    for (const heard of checked) {
      const given = roll(key, heard.stream as Stream, heard.ordinal, heard.label, heard.faces.length);
      if (given.join() !== heard.faces.join() || heard.entered_by != null) wrong.push({ roll: heard, given });
    }
    const words = wrong.length === 0
      ? `All ${checked.length} ${kind === 'fair' ? '' : 'secret '}rolls in your log match the dice numbers (computed again in this browser).`
      : `${wrong.length} of ${checked.length} rolls do not match the dice numbers.`;
    findings.push({ ok: wrong.length === 0, words });
    const whole = inOrder(rolls);
    findings.push({ ok: whole, words: whole ? 'No roll is missing from the sequence.' : 'A roll is missing from the sequence.' });
  }
  if (kind !== 'fair') {
    const strange = rolls.filter((one) => unentered(info, one));
    wrong.push(...strange.map((one) => ({ roll: one, given: null })));
    const words = strange.length === 0
      ? 'Every public roll was entered by a side.'
      : `${strange.length} public ${strange.length === 1 ? 'roll was' : 'rolls were'} entered by neither side.`;
    findings.push({ ok: strange.length === 0, words });
  }
  return { ok: findings.every((finding) => finding.ok), findings, wrong };
}

/**
 * Says in a sentence that the checks found nothing wrong. A browser that is the referee drew all the numbers alone, so
 * there it proves no more than that the rolls match them.
 */
export function sound(rolled: string, secrets: boolean): string {
  return secrets ? `The ${rolled} were fair.` : `The ${rolled} match the numbers that this browser drew itself.`;
}

/** The finding on the dice of a guided game. */
const LAID_DOWN: Finding = { ok: true, open: true, words: `The dice of a guided game are laid down for the lesson, and later rolled by the ${referee.called} alone: there is nothing to verify.` };

/** Returns the finding on a commitment. Only a browser that saw it before play can confirm its age. */
function promised(named: string, fits: boolean, seen: boolean): Finding {
  if (seen) return { ok: fits, words: `The dice number of the ${named} is ${fits ? '' : 'not '}the one committed to before play.` };
  if (!fits) return { ok: false, words: `The dice number of the ${named} does not match its commitment.` };
  return { ok: true, open: true, words: `The dice number of the ${named} matches its commitment, but this browser did not see that commitment before play.` };
}

/** Whether the rolls in each stream of this seat are numbered from 0 without a gap. */
function inOrder(rolls: Rolled[]): boolean {
  const next = new Map<string, number>();
  return rolls.every((one) => {
    const expected = next.get(one.stream) ?? 0;
    next.set(one.stream, one.ordinal + 1);
    return one.ordinal === expected;
  });
}
