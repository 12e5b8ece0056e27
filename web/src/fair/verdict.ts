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
    findings.push({ ok: same, words: `The game ${same ? 'has' : 'does not have'} the name that this browser saw before play.` });
  }
  const kind = opening.kind ?? info.dice.kind;
  if (opening.kind !== undefined) {
    const same = opening.kind === info.dice.kind;
    findings.push({ ok: same, words: `The server ${same ? 'says the same as' : 'does not say the same as'} before play of who rolls the dice.` });
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
      findings.push({ ok: false, words: `The secret number of the ${named} was not shown.` });
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
    findings.push({ ok: kept, words: `The number this browser made ${kept ? 'went' : 'did not go'} into the dice.` });
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
      ? `All ${checked.length} ${kind === 'fair' ? '' : 'secret '}rolls this seat heard were computed again here and agree.`
      : `${wrong.length} of ${checked.length} rolls are not what the numbers give.`;
    findings.push({ ok: wrong.length === 0, words });
    const whole = inOrder(rolls);
    findings.push({ ok: whole, words: whole ? 'No roll is missing from the order they were made in.' : 'A roll is missing from the order they were made in.' });
  }
  if (kind !== 'fair') {
    const strange = rolls.filter((one) => unentered(info, one));
    wrong.push(...strange.map((one) => ({ roll: one, given: null })));
    const words = strange.length === 0
      ? 'Every roll that everybody saw was entered by a side.'
      : `${strange.length} of the rolls that everybody saw were entered by neither side.`;
    findings.push({ ok: strange.length === 0, words });
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
