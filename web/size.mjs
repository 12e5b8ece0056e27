// Each page as it is sent: its files with those that they import, compressed. Fails if one is above the limit.
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const LIMIT = 130_000;
const { output } = await build({ root: import.meta.dirname, logLevel: 'silent', build: { write: false } });
const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
const size = (name) => {
  const file = output.find(({ fileName }) => fileName === name);
  return gzipSync(file.code ?? file.source).length;
};
/** Adds a file with all that it imports at once, to those that are sent. */
function sent(name, all = new Set()) {
  const chunk = chunks.get(name);
  if (all.has(name)) return all;
  all.add(name);
  chunk.viteMetadata.importedCss.forEach((css) => all.add(css));
  chunk.imports.forEach((other) => sent(other, all));
  return all;
}
const entry = [...chunks.values()].find(({ isEntry }) => isEntry).fileName;
// The document and the board's worker belong to every page that has them.
const others = output.filter(({ fileName, type }) => type === 'asset' && !fileName.endsWith('.css')).map(({ fileName }) => fileName);
// Only the first file knows pages; what a page fetches later is a part of it.
const pages = chunks.get(entry).dynamicImports.map((name) => chunks.get(name));
if (pages.length === 0) throw new Error('the build has no pages');
for (const page of pages) {
  const files = [...sent(page.fileName, sent(entry)), ...others];
  const bytes = files.reduce((sum, name) => sum + size(name), 0);
  console.log(`${page.name}: ${files.length} files, ${bytes} bytes by gzip (limit ${LIMIT})`);
  if (bytes > LIMIT) process.exitCode = 1;
}
