import { expect, it } from 'vitest';

import { atFirst, inputOf } from '../src/lib/form';
import type { ToolInput } from '../src/lib/wire';

const field = (name: string, kind: ToolInput['kind'], value?: string): ToolInput =>
  ({ name, kind, about: '', default: value ?? null });

it('sends what was entered, each as what it is, and the defaults of the rest', () => {
  const fields = [field('turns', 'number', '6'), field('lost', 'yes_no', 'no'), field('from', 'text'), field('friend', 'yes_no', 'no')];
  expect(inputOf(fields, { from: 'C4', friend: 'yes' }, [])).toEqual({ turns: 6, lost: false, from: 'C4', friend: true });
});

it('shows a default and nothing where there is none', () => {
  expect(atFirst(field('turns', 'number', '6'))).toBe('6');
  expect(atFirst(field('from', 'text'))).toBe('');
});
