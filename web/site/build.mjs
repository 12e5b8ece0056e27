/** Builds the page of a site in `dist-site`: the page, and the answers that are the same in every browser, as files. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

import { serve } from '../wire/serve.mjs';

const web = join(import.meta.dirname, '..');
const out = join(web, 'dist-site');
const CASES = join(web, '../cases');
const text = (file) => readFileSync(join(web, '../scenarios', file), 'utf8');

await build({ root: web, configFile: join(web, 'vite.config.ts'), mode: 'site', logLevel: 'warn', build: { emptyOutDir: true } });

/** Writes an answer as a file. */
function keep(path, text) {
  const to = join(out, 'answers', `${path}.gz`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
}

// Cases with the scenarios beside them, a file for each folder.
for (const { name: folder } of readdirSync(CASES, { withFileTypes: true }).filter((one) => one.isDirectory())) {
  const names = readdirSync(join(CASES, folder), { recursive: true }).filter((name) => name.endsWith('.toml')).sort();
  keep(`cases/${folder}`, JSON.stringify(Object.fromEntries(names.map((name) => [name.split(sep).join('/'), readFileSync(join(CASES, folder, name), 'utf8')]))));
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
  const read = async (path) => (await fetch(`${server.url}/api/${path}`)).json();
  /** Records how a guided game begins; null if its script makes the first move. */
  const opening = async (scenario) => {
    const asked = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ scenario, guide: true }) };
    const { links } = await (await fetch(`${server.url}/api/games`, asked)).json();
    const [side, token] = Object.entries(links).find(([seat]) => seat !== 'spectator');
    const [table, board] = [await read(`seats/${token}/table`), await read(`seats/${token}/board`)];
    if (table.guide.lesson === null) return null;
    // Each game has its own id and heads.
    const { game: _, ...dice } = table.info.dice;
    const info = { ...table.info, dice, head: '', public: '' };
    return { side, answers: { '': info, board, table: { ...table, info } } };
  };
  const cards = JSON.parse(await write('scenarios'));
  for (const path of ['opponents', 'calculators']) await write(path);
  for (const { name, guide } of cards) {
    await write(`scenarios/${name}/picture.svg`);
    // The modules have no scenarios: the page sends them what a game needs.
    const source = { text: text(`${name}.toml`), guide: guide === null ? null : text(`${name}.guide.toml`) };
    keep(`scenarios/${name}/source`, JSON.stringify(source));
    if (guide !== null) keep(`scenarios/${name}/opening`, JSON.stringify(await opening(name)));
  }
  for (const system of new Set(cards.map(({ system }) => system))) {
    for (const what of ['rulebook', 'sewers']) await write(`systems/${system}/${what}`);
  }
} finally {
  await server.stop();
}
