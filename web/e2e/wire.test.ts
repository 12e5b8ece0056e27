/** The types of the page are those of the server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { wireTypes } from '../wire/types.mjs';
import { get } from './browser';

it('has the types that the server describes (else: `make wire`)', async () => {
  const kept = readFileSync(join(import.meta.dirname, '../src/lib/wire.gen.ts'), 'utf8');
  expect(await wireTypes(await get('openapi.json'))).toBe(kept);
});
