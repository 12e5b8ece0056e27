/** Asks the program what it says and writes `src/lib/wire.gen.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { serve } from './serve.mjs';
import { wireTypes } from './types.mjs';

const server = await serve();
try {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  writeFileSync(join(import.meta.dirname, '../src/lib/wire.gen.ts'), await wireTypes(document));
} finally {
  await server.stop();
}
