/**
 * Makes a site work without network: writes `sw.js` into its folder, with a list of all files. The page of the game, in
 * `play/`, is kept at once, and the rest when the browser is idle.
 *
 *     node site/offline.mjs FOLDER
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const WORKER = 'sw.js';
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node site/offline.mjs FOLDER');

/** Files of the page that it can do without. */
const isLate = (name) => !name.startsWith('play/');
const files = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  .map((path) => relative(folder, path).split(sep).join('/')).filter((name) => name !== WORKER).sort();
if (!files.includes('play/index.html')) throw new Error(`${folder} has no play/index.html`);
const hashed = (some) => Object.fromEntries(some.map((name) => [name, createHash('sha256').update(readFileSync(join(folder, name))).digest('base64url').slice(0, 12)]));
const lists = { FIRST: hashed(files.filter((name) => !isLate(name))), LATE: hashed(files.filter(isLate)) };
const code = readFileSync(join(import.meta.dirname, 'sw.js'), 'utf8');
writeFileSync(join(folder, WORKER), Object.entries(lists).map(([name, list]) => `const ${name} = ${JSON.stringify(list)};\n`).join('') + code);
