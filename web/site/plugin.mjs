/** What a build for a site of files has beside the page: WebAssembly, and its policy in the document. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const BINARY = '_bg.wasm';

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
    const wasm = gzipSync(readFileSync(join(folder, `${name}${BINARY}`)), { level: constants.Z_BEST_COMPRESSION });
    const hash = createHash('sha256').update(js).update(wasm).digest('base64url').slice(0, 8);
    return [name, { js: [`assets/${name}-${hash}.js`, js], wasm: [`assets/${name}-${hash}.wasm.gz`, wasm] }];
  }));
}

/** Builds the page for a site. The folder has the files that wasm-bindgen makes: `NAME.js` and `NAME_bg.wasm` of each module. */
export function site(folder) {
  const all = modules(folder);
  const files = Object.fromEntries([...all].map(([name, { js, wasm }]) => [name, { js: js[0], wasm: wasm[0] }]));
  return {
    name: 'undercity-site',
    config: () => ({
      base: './',
      define: { __MODULES__: JSON.stringify(files) },
      build: { outDir: 'dist-site' },
      worker: { format: 'es' },
    }),
    generateBundle() {
      for (const { js, wasm } of all.values()) for (const [fileName, source] of [js, wasm]) this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: () => [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' }],
  };
}
