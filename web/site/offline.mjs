/**
 * Makes a site work without network: writes `sw.js` into its folder, with a list of all files. The page of the game, in
 * `play/`, is kept at once, and the rest when the browser is idle. The other pages get a script that registers it.
 *
 *     node site/offline.mjs FOLDER
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';

const [WORKER, SCRIPT] = ['sw.js', 'offline.js'];
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node site/offline.mjs FOLDER');

/** Files that the game does not need. */
const isLate = (name) => !name.startsWith('play/');
copyFileSync(join(import.meta.dirname, SCRIPT), join(folder, SCRIPT));
const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  .map((path) => relative(folder, path).split(sep).join('/')).filter((name) => name !== WORKER).sort();
for (const name of files.filter((one) => isLate(one) && one.endsWith('.html'))) {
  const tag = `<script src="${'../'.repeat(name.split('/').length - 1)}${SCRIPT}" defer></script>`;
  const html = readFileSync(join(folder, name), 'utf8');
  if (!html.includes(tag)) writeFileSync(join(folder, name), html.replace('</head>', `${tag}</head>`));
}
if (!files.includes('play/index.html')) throw new Error(`${folder} has no play/index.html`);
/** What a file holds: what it unpacks to, if it is compressed. */
const held = (name) => (name.endsWith('.gz') ? gunzipSync(readFileSync(join(folder, name))) : readFileSync(join(folder, name)));
const hashed = (some) => Object.fromEntries(some.map((name) => [name, createHash('sha256').update(held(name)).digest('base64url').slice(0, 12)]));
const lists = { FIRST: hashed(files.filter((name) => !isLate(name))), LATE: hashed(files.filter(isLate)) };
const code = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8');
writeFileSync(join(folder, WORKER), Object.entries(lists).map(([name, list]) => `const ${name} = ${JSON.stringify(list)};\n`).join('') + code);
