/** The ways an order can end, gathered for a small chart. */
import type { Odds } from '../lib/wire';

export interface Bar {
  words: string;
  probability: number;
  ways: { words: string; probability: number }[];
}

/** What a sentence comes to: the part after its last semicolon, else the whole. */
function upshot(sentence: string): string {
  const cut = sentence.lastIndexOf(';');
  return (cut < 0 ? sentence : sentence.slice(cut + 1)).trim().replace(/\.$/, '');
}

export function bars(odds: Odds): Bar[] {
  const found = new Map<string, Bar>();
  for (const { probability, text } of odds.ways) {
    const words = text.map(upshot).join(', ') || 'nothing is told';
    const bar = found.get(words) ?? { words, probability: 0, ways: [] };
    bar.probability += probability;
    bar.ways.push({ words: text.join(' '), probability });
    found.set(words, bar);
  }
  const all = [...found.values()].sort((a, b) => b.probability - a.probability);
  for (const bar of all) bar.ways.sort((a, b) => b.probability - a.probability);
  return all;
}

export function percent(probability: number): string {
  const value = probability * 100;
  if (value > 0 && value < 0.1) return '< 0.1 %';
  if (value > 99.9 && value < 100) return '> 99.9 %';
  return `${value.toFixed(1)} %`;
}
