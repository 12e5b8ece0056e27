/** What is to be won and how it stands, from what the seat sees. */
import { capital, optionTitle, setting } from './plain';
import type { Rulebook, Scene, SeatInfo } from './wire';

/** A place worth having. */
export interface Goal {
  place: string;
  words: string;
  /** Name of the side that holds it; null if neither does. */
  side: string | null;
}

/** Returns the objectives on the board with the sides that hold them. */
export function goalsOf(scene: Scene): Goal[] {
  return scene.markers.filter(({ mark }) => mark === 'objective')
    .map(({ location, words, side }) => ({ place: String(location), words: capital(words), side: side ?? null }))
    .toSorted((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true }));
}

/** Returns the options whose values differ from the defaults of the rulebook, as `title: value`. */
export function specialRules(info: SeatInfo, book: Rulebook | null): { title: string; value: string; text: string }[] {
  const chosen = (info.options ?? {}) as Record<string, unknown>;
  return (book?.options ?? []).flatMap((option) => {
    const value = chosen[option.name];
    const shown = setting(JSON.stringify(value ?? null));
    return value === undefined || shown === setting(option.default) ? [] : [{ title: optionTitle(option), value: shown, text: option.text }];
  });
}
