/** What a build for a site of files has beside the page: WebAssembly, and its policy in the document. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BINARY = '_bg.wasm.xz';

/**
 * The policy of the server (`crates/server/src/api/guard.rs`) with leave for WebAssembly and workers. A document can't
 * forbid that it is framed, so that is left to the host.
 */
export const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
  + "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Returns each module's files as they are shipped, by the module's name. */
function modules(folder) {
  if (!existsSync(folder)) throw new Error(`${folder} is missing: \`make site-wasm\` builds the modules`);
  const names = readdirSync(folder).filter((name) => name.endsWith(BINARY)).map((name) => name.slice(0, -BINARY.length)).sort();
  if (names.length === 0) throw new Error(`${folder} has no module: \`make site-wasm\` builds them`);
  return new Map(names.map((name) => {
    const js = readFileSync(join(folder, `${name}.js`));
    const wasm = readFileSync(join(folder, `${name}${BINARY}`));
    const hash = createHash('sha256').update(js).update(wasm).digest('base64url').slice(0, 8);
    return [name, { js: [`assets/${name}-${hash}.js`, js], wasm: [`assets/${name}-${hash}.wasm.xz`, wasm] }];
  }));
}

/** The parts of the page with a board, by the first word of their address. */
const BOARDS = { seat: ['Hand'], guide: ['Lesson', 'Hand'], replay: ['Replay'], case: ['Case'] };

/** Returns the script that runs first, with the files that each part of the page needs. */
function bootOf(bundle, modules, here) {
  const outputs = Object.values(bundle);
  const filesWith = (fileName, all = new Set()) => {
    const chunk = bundle[fileName];
    if (!chunk || all.has(fileName)) return all;
    all.add(fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) all.add(css);
    for (const other of chunk.imports) filesWith(other, all);
    return all;
  };
  const entry = filesWith(outputs.find(({ isEntry }) => isEntry).fileName);
  const files = (names) => [...new Set(names.flatMap((name) => {
    const chunk = outputs.find((one) => one.type === 'chunk' && one.name === name);
    return chunk ? [...filesWith(chunk.fileName)] : [];
  }))].filter((name) => !entry.has(name));
  const worker = outputs.find(({ fileName }) => /referee\.worker-[\w-]+\.js$/.test(fileName))?.fileName;
  if (!worker) throw new Error('the build has no worker of the referee');
  const constants = { MODULES: modules, WORKER: worker, PAGES: Object.fromEntries(Object.entries(BOARDS).map(([page, names]) => [page, files(names)])) };
  const code = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`).join('');
  const source = `{\n${code}${readFileSync(join(here, 'boot.js'), 'utf8')}}\n`;
  return { fileName: `assets/boot-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`, source };
}

/** Builds the page for a site. `folder` has `NAME.js` and `NAME_bg.wasm.xz` of each module. `here` is this folder. */
export function site(folder, here) {
  const all = modules(folder);
  const files = Object.fromEntries([...all].map(([name, { js, wasm }]) => [name, { js: js[0], wasm: wasm[0] }]));
  let boot;
  return {
    name: 'undercity-site',
    config: () => ({
      base: './',
      define: { __MODULES__: JSON.stringify(files) },
      build: { outDir: 'dist-site' },
      worker: { format: 'es' },
    }),
    generateBundle: { order: 'pre', handler(_, bundle) {
      boot = bootOf(bundle, files, here);
      this.emitFile({ type: 'asset', ...boot });
      for (const { js, wasm } of all.values()) for (const [fileName, source] of [js, wasm]) this.emitFile({ type: 'asset', fileName, source });
    } },
    // The policy comes before all that it is about.
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
      { tag: 'script', attrs: { src: `./${boot.fileName}` }, injectTo: 'head' },
    ],
  };
}
