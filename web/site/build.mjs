/** Builds the page of a site in `dist-site`: the page, and the answers that are the same in every browser, as files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

import { serve } from '../wire/serve.mjs';

const web = join(import.meta.dirname, '..');
const out = join(web, 'dist-site');
const text = (file) => readFileSync(join(web, '../scenarios', file), 'utf8');

await build({ root: web, configFile: join(web, 'vite.config.ts'), mode: 'site', logLevel: 'warn', build: { emptyOutDir: true } });

/** Writes an answer as a file. */
function keep(path, text) {
  const to = join(out, 'answers', `${path}.gz`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
}

const server = await serve('--rate', '100000');
try {
  /** Writes an answer of the server as a file, and returns its text. */
  const write = async (path) => {
    const response = await fetch(`${server.url}/api/${path}`);
    const said = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${said}`);
    keep(path, said);
    return said;
  };
  const cards = JSON.parse(await write('scenarios'));
  for (const path of ['opponents', 'calculators']) await write(path);
  for (const { name, guide } of cards) {
    await write(`scenarios/${name}/picture.svg`);
    // The modules have no scenarios: the page sends them what a game needs.
    const source = { text: text(`${name}.toml`), guide: guide === null ? null : text(`${name}.guide.toml`) };
    keep(`scenarios/${name}/source`, JSON.stringify(source));
  }
  for (const system of new Set(cards.map(({ system }) => system))) {
    for (const what of ['rulebook', 'sewers']) await write(`systems/${system}/${what}`);
  }
} finally {
  await server.stop();
}
