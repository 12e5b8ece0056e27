/** The reason why a seat can't undo its last order, from its own log alone. */
import type { LogItem, SeatLog } from './log';

const ROLLED = 'dice were rolled';
const LEARNED = 'you have learned something about the enemy by it';
/** Of an order that may have disclosed something, the log does not say whether it did. */
const OTHERWISE = 'the other side may know of it';

/** Whether an item shows something of the enemy. */
const learned = (item: LogItem) => item.kind === 'saw' && item.sight.piece !== null && !item.sight.own;

/** Returns why the seat's last order can't be undone; null if its log doesn't end with an order of its own. */
export function whyNoUndo({ entries }: SeatLog): string | null {
  const last = entries.at(-1)?.items ?? [];
  if (!last.some((item) => item.kind === 'ordered')) return null;
  if (last.some((item) => item.kind === 'rolled')) return ROLLED;
  return last.some(learned) ? LEARNED : OTHERWISE;
}
