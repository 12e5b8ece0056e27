/**
 * The server under test: the one at UNDERCITY_URL if that is set, else one of our own with a fresh SQLite file.
 *
 * UNDERCITY names the program, `../target/debug/undercity` when it is not set. The program carries the page it was
 * built with, and that is the page under test; UNDERCITY_PAGE=dist serves `dist` in its place, for work on the page alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preview, type PreviewServer } from 'vite';
import type { TestProject } from 'vitest/node';

import { serve } from '../wire/serve.mjs';
import { browserPath } from './browser';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
  }
}

const web = join(import.meta.dirname, '..');

/** The built page with the policy that the server sends, in front of the server. */
function fresh(url: string): Promise<PreviewServer> {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return preview({
    root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1', allowedHosts: true, headers: { 'content-security-policy': policy }, proxy: { '/api': { target: url, ws: true } } },
  });
}

/** Whether the program carries a page at all, and the one that was built last. */
async function sameAsBuilt(url: string): Promise<void> {
  const index = await (await fetch(`${url}/`)).text();
  if (!index.includes('/assets/')) throw new Error('the program was built without the page: `make e2e` builds both');
  const built = /\/assets\/[\w-]+\.js/.exec(index)?.[0] ?? '';
  if (existsSync(join(web, 'dist/index.html')) && !existsSync(join(web, `dist${built}`))) {
    throw new Error(`the program carries another page (${built}) than the one in dist: \`make e2e\` builds both`);
  }
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  browserPath();
  const given = process.env['UNDERCITY_URL'];
  if (given) {
    project.provide('url', given);
    return async () => {};
  }
  const server = await serve('--rate', '100000', '--games-of-one', '100000', '--host', 'undercity.test');
  const dist = process.env['UNDERCITY_PAGE'] === 'dist';
  if (!dist) await sameAsBuilt(server.url);
  const page = dist ? await fresh(server.url) : null;
  project.provide('url', page?.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? server.url);
  return async () => {
    await page?.close();
    await server.stop();
  };
}
