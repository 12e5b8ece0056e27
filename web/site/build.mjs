/** Builds the page of a site in `dist-site`: the page, and the answers that are the same in every browser, as files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

import { serve } from '../wire/serve.mjs';

const web = join(import.meta.dirname, '..');
const out = join(web, 'dist-site');

await build({ root: web, configFile: join(web, 'vite.config.ts'), mode: 'site', logLevel: 'warn', build: { emptyOutDir: true } });

const server = await serve('--rate', '100000');
try {
  /** Writes an answer of the server as a file, and returns its text. */
  const write = async (path) => {
    const response = await fetch(`${server.url}/api/${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    const to = join(out, 'answers', `${path}.gz`);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
    return text;
  };
  const cards = JSON.parse(await write('scenarios'));
  for (const path of ['opponents', 'calculators']) await write(path);
  for (const { name } of cards) await write(`scenarios/${name}/picture.svg`);
  for (const system of new Set(cards.map(({ system }) => system))) {
    for (const what of ['rulebook', 'sewers']) await write(`systems/${system}/${what}`);
  }
} finally {
  await server.stop();
}
