import { describe, expect, it } from 'vitest';

import { goalsOf, specialRules } from '../src/lib/briefing';
import type { Rulebook, Scene, SeatInfo } from '../src/lib/wire';

const marker = (mark: string, location: string, side: string | null) => ({ mark, location, side, words: `objective: ${location}`, kind: 'objective', label: '', numbers: [], paint: null });
const scene = { status: [], pieces: [], sheets: [], markers: [marker('objective', 'H10', 'german'), marker('lid', 'A1', null), marker('objective', 'H5', null)] } as unknown as Scene;

describe('the briefing', () => {
  it('lists the objectives in the order of their places, with their holders', () => {
    expect(goalsOf(scene)).toEqual([
      { place: 'H5', words: 'Objective: H5', side: null },
      { place: 'H10', words: 'Objective: H10', side: 'german' },
    ]);
  });

  it('names the options that differ from the rulebook, and no others', () => {
    const option = (name: string, default_: string, title: string | null = null) => ({ name, title, default: default_, text: `About ${name}.`, values: [], confidence: 'found' });
    const book = { options: [option('hidden_sewers', 'false', 'Hidden sewers'), option('reach', '"as-printed"'), option('cards', '2')] } as unknown as Rulebook;
    const info = { options: { hidden_sewers: true, reach: 'as-printed', cards: 3 } } as unknown as SeatInfo;
    expect(specialRules(info, book)).toEqual([
      { title: 'Hidden sewers', value: 'yes', text: 'About hidden_sewers.' },
      { title: 'Cards', value: '3', text: 'About cards.' },
    ]);
    expect(specialRules({ options: null } as unknown as SeatInfo, book)).toEqual([]);
    expect(specialRules(info, null)).toEqual([]);
  });
});
