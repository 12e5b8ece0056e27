/** The program, serving from a store of its own at a free port until it is stopped. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PATIENCE = 30_000;

/** What to run: UNDERCITY, or what `cargo build` made. */
export const program = process.env['UNDERCITY'] ?? join(import.meta.dirname, '../../target/debug/undercity');

/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
export async function serve(...more) {
  const store = mkdtempSync(join(tmpdir(), 'undercity-'));
  const child = spawn(program, ['serve', '--log-level', 'error', '--listen', '127.0.0.1:0', '--store', join(store, 'games.sqlite'), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(store, { recursive: true, force: true });
  };
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${program} does not say where it listens`)), PATIENCE);
    child.once('error', (error) => reject(new Error(`${program} cannot be run (${error.message}): build it first: cargo build -p undercity`)));
    child.once('exit', (status) => reject(new Error(`${program} ended with ${status}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [found] = /http:\/\/[^\s/]+/.exec(line) ?? [];
      if (!found) return;
      clearTimeout(late);
      resolve(found);
    });
  });
  return { url, stop };
}
