import { describe, expect, it } from 'vitest';

import { computerOf, optionTitle, setting, short } from '../src/lib/plain';

describe('options in words', () => {
  it('says what one is set to', () => {
    expect(['true', 'false', '12', '"every-path"', '[2, 4]'].map(setting)).toEqual(['yes', 'no', '12', 'every path', '[2, 4]']);
  });
});

describe('an option', () => {
  it('goes by its title, or by its key where it has none', () => {
    expect([optionTitle({ name: 'hole_cost', title: 'Cost of a manhole' }), optionTitle({ name: 'hole_cost' })]).toEqual(['Cost of a manhole', 'Hole cost']);
  });
});

describe('values in words', () => {
  it('are few', () => {
    expect(short({ elite: 2, officer: 1 })).toBe('2 elite, 1 officer');
    expect(short(null)).toBe('none');
  });
});

describe('who plays', () => {
  it('is told with the level where it is the computer', () => {
    const players = { soviet: 'human', german: 'elite' } as const;
    expect(['soviet', 'german', 'roman'].map((side) => computerOf({ players }, side))).toEqual([null, 'the computer (elite)', null]);
  });
});
