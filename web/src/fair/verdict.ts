/** Whether the dice were what the key gives: computed here, from what this seat heard itself. */
import type { Rolled, SeatInfo } from '../lib/wire';
import { bindingOf, type Opening } from './binding';
import { type Bytes, fromHex, toHex } from './bytes';
import { combine, commitment, type Party, roll, type Stream } from './key';

export interface Finding {
  ok: boolean;
  /** Set where there was nothing to compare with, so that neither can be said. */
  open?: true;
  words: string;
}

export interface Verdict {
  ok: boolean;
  findings: Finding[];
  /** Rolls that are not what they must be; `given` is what the key gives, none where a side had to enter it. */
  wrong: { roll: Rolled; given: number[] | null }[];
}

/** Whether a roll must be what the key gives: all of them, or only the secret ones where players roll. */
const computed = (kind: string, one: Rolled): boolean => kind === 'fair' || one.stream !== 'public';

/** Whether a roll that everybody saw was rolled by nobody, where players roll. A roll of no dice is not asked for. */
const unentered = ({ sides }: SeatInfo, { stream, faces, entered_by }: Rolled): boolean =>
  stream === 'public' && faces.length > 0 && !sides.includes(entered_by ?? '');

/**
 * Checks commitments and rolls.
 *
 * `opening` is what this browser saw before any nonce was shown, `own` the nonces it made itself: one of them is the
 * side's. Where players roll their own dice, what they entered is left as it is, and their secret rolls are computed; a
 * roll that everybody saw must then have been entered.
 */
export function judge(
  info: SeatInfo, rolls: Rolled[], opening: Opening, own: { part: string; nonces: string[] } | null,
): Verdict {
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

/** Only a browser that saw a commitment before play can say that it is that old. */
function promised(named: string, fits: boolean, seen: boolean): Finding {
  if (seen) return { ok: fits, words: `The dice number of the ${named} is ${fits ? '' : 'not '}the one committed to before play.` };
  if (!fits) return { ok: false, words: `The dice number of the ${named} does not match its commitment.` };
  return { ok: true, open: true, words: `The dice number of the ${named} matches its commitment, but this browser did not see that commitment before play.` };
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
