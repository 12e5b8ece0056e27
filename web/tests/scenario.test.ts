import { describe, expect, it } from 'vitest';

import { headOf, victoryOf } from '../src/lib/scenario';

describe('the head of a scenario file', () => {
  it('is read however its strings are written', () => {
    expect(headOf('title = "The \\"Works\\""\nsystem = "tide"\n')).toEqual({ title: 'The "Works"', system: 'tide' });
    expect(headOf("# system = \"no\"\n  system='heroes' # yes\ntitle = 'C:\\'")).toEqual({ title: 'C:\\', system: 'heroes' });
  });

  it('is not looked for in other strings or in tables', () => {
    expect(headOf('summary = """\nsystem = "no"\n"""\n[play]\nsystem = "no"\ntitle = "no"\n')).toEqual({ title: null, system: null });
  });

  it('is nothing in what is no scenario', () => {
    expect(headOf('\0\u0001 PK')).toEqual({ title: null, system: null });
  });
});

describe('victory', () => {
  it('is listed where the server says it', () => {
    expect(victoryOf({ name: 'tide/first', victory: ['Soviets: 6+ points'] })).toEqual(['Soviets: 6+ points']);
    expect(victoryOf({ name: 'tide/first' })).toEqual([]);
  });
});
