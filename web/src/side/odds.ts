/** The outcomes of an order, for a small chart. */
import type { Odds, Reaction } from '../lib/wire';

export interface Bar {
  words: string;
  probability: number;
}

/** Returns the summaries, the most likely first; an outcome without one also gets a text. */
export function bars(odds: Odds): Bar[] {
  return odds.summary
    .map(({ probability, text }) => ({ words: text.trim().replace(/\.$/, '') || 'no visible result', probability }))
    .sort((a, b) => b.probability - a.probability);
}

/** Whether any outcome has a text; an order with only one outcome has none. */
export function tellsAnything(odds: Odds): boolean {
  return odds.summary.some(({ text }) => text.trim() !== '');
}

/** Returns the most likely outcome, as an announcement for screen readers. */
export function likeliest(odds: Odds): string {
  const [first] = bars(odds);
  return first && odds.ways.length > 1 ? `Most likely result, ${percent(first.probability)}: ${first.words}.` : '';
}

/** Returns the two likeliest results of a reaction. */
export function worst({ outcomes }: Pick<Reaction, 'outcomes'>): string {
  return outcomes.slice(0, 2).map(({ probability, text }) => `${(100 * probability).toFixed(0)}% ${text || 'no effect'}`).join(', ');
}

/** Returns a text on the sampling error. */
export function aboutDrawn({ drawn, off }: Pick<Odds, 'drawn' | 'off'>): string {
  return `Estimated from ${drawn} random plays: ±${(100 * off).toFixed(1)} percentage points (too many dice results to list them all).`;
}

export function percent(probability: number): string {
  const value = probability * 100;
  if (value > 0 && value < 0.1) return '< 0.1%';
  if (value > 99.9 && value < 100) return '> 99.9%';
  return `${value.toFixed(1)}%`;
}
