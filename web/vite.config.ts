import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { site } from './site/plugin.mjs';

// The server answers these when the page is developed with `npm run dev`.
const server = process.env['UNDERCITY_URL'] ?? 'http://127.0.0.1:8039';

/** The referee of the page: a server's, or with `--mode site` one in the browser. */
const referee = (mode: string) => fileURLToPath(new URL(`src/referee/${mode === 'site' ? 'browser' : 'server'}.ts`, import.meta.url));
/** Folder of the WebAssembly modules of a site. */
const modules = process.env['SITE_WASM'] ?? fileURLToPath(new URL('../target/site-wasm', import.meta.url));
const still = fileURLToPath(new URL('src/board/still.ts', import.meta.url));
const scopes = new Map<string, string>();

/**
 * Names the scope of a component's styles. The usual names are 2 kB of the page. Of two components with one short name,
 * one needs another file name.
 */
function scope({ hash, filename }: { hash: (text: string) => string; filename: string }): string {
  // The path is absolute or begins at the root, depending on the command.
  const file = filename.slice(Math.max(0, filename.lastIndexOf('src/')));
  const short = `s${hash(file).slice(0, 3)}`;
  if ((scopes.get(short) ?? file) !== file) throw new Error(`${file} and ${scopes.get(short)} have one name for their styles`);
  scopes.set(short, file);
  return short;
}

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ compilerOptions: { cssHash: scope } }), ...(mode === 'site' ? [site(modules, fileURLToPath(new URL('site', import.meta.url)))] : [])],
  resolve: { alias: { 'd3-transition': still, 'd3-interpolate': still, '#referee': referee(mode) } },
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    // Everything comes from files: the page is served without inline scripts, styles or data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/**/*.test.ts'] },
}));
