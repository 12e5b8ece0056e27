/**
 * The server under test: the one at UNDERCITY_URL if that is set, else one of our own with a fresh SQLite file.
 *
 * UNDERCITY names the program, `../target/release/undercity` when it is not set. The program carries the page it was
 * built with; UNDERCITY_PAGE=dist serves `dist` in its place, for work on the page alone.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview, type PreviewServer } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    url: string;
  }
}

const web = join(import.meta.dirname, '..');

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The built page with the policy that the server sends, in front of the server. */
function fresh(url: string): Promise<PreviewServer> {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return preview({
    root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'silent',
    preview: { port: 0, host: '127.0.0.1', headers: { 'content-security-policy': policy }, proxy: { '/api': { target: url, ws: true } } },
  });
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      if ((await fetch(`${url}/api/scenarios`)).ok) return;
    } catch {
      // Not yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nothing answers at ${url}`);
}

export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['UNDERCITY_URL'];
  if (given) {
    project.provide('url', given);
    return async () => {};
  }
  if (!existsSync(join(web, 'dist/index.html'))) throw new Error('build the page first: npm run build');
  const program = process.env['UNDERCITY'] ?? join(web, '../target/release/undercity');
  const port = await freePort();
  const store = mkdtempSync(join(tmpdir(), 'undercity-e2e-'));
  const child: ChildProcess = spawn(
    program, ['serve', '--listen', `127.0.0.1:${port}`, '--store', join(store, 'games.sqlite'), '--rate', '100000'], { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const page = process.env['UNDERCITY_PAGE'] === 'dist' ? await fresh(url) : null;
  project.provide('url', page?.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? url);
  return async () => {
    const ended = new Promise((done) => child.once('exit', done));
    await page?.close();
    child.kill();
    await ended;
    rmSync(store, { recursive: true, force: true });
  };
}
