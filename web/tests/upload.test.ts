import { expect, it, vi } from 'vitest';

import { MOST_LEDGER, MOST_SCENARIO, readChosen } from '../src/lib/upload';

const chosen = (...files: object[]) => ({ currentTarget: { files } }) as unknown as Event;

it('reads a file of the largest size', async () => {
  const file = { name: 'a.toml', size: MOST_SCENARIO, text: () => Promise.resolve('title = "A"') };
  expect(await readChosen(chosen(file), MOST_SCENARIO)).toEqual({ name: 'a.toml', text: 'title = "A"' });
  expect(await readChosen(chosen(), MOST_SCENARIO)).toBeNull();
});

it('does not read a larger one, and says so', async () => {
  const text = vi.fn();
  expect(await readChosen(chosen({ name: 'a.toml', size: MOST_SCENARIO + 1, text }), MOST_SCENARIO)).toEqual({ refused: 'a.toml has more than 512 KB, so it was not read.' });
  expect(await readChosen(chosen({ name: 'a.jsonl', size: MOST_LEDGER + 1, text }), MOST_LEDGER)).toEqual({ refused: 'a.jsonl has more than 16 MB, so it was not read.' });
  expect(text).not.toHaveBeenCalled();
});

it('says that a file can’t be read', async () => {
  const file = { name: 'a.toml', size: 1, text: () => Promise.reject(new Error('gone')) };
  expect(await readChosen(chosen(file), MOST_SCENARIO)).toEqual({ refused: 'a.toml can’t be read. Choose it again.' });
});
