/**
 * The speed of search as WebAssembly, as a part of the native speed: games between the same computer players, on one
 * thread each, one after the other. Both must play the same games. `make site-search` runs it.
 *
 *     SITE_WASM=FOLDER node site/search.mjs [SKILL]
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import xz from 'xz-decompress';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = process.env['SITE_WASM'] ?? join(ROOT, 'target/site-wasm');
const SCENARIOS = { asl: 'first', heroes: 'first', sniper: 'cordon', tide: 'first' };
const [skill = 'search:100x'] = process.argv.slice(2);
const ROUNDS = 5;
/** What is asked: the least part of the native speed. */
const LEAST = 0.4;

const program = spawn('cargo', ['bench', '--quiet', '-p', 'browser', '--bench', 'native'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
async function natively(job) {
  program.stdin.write(`${job}\n`);
  return (await lines.next()).value;
}

/** Returns the time of a game in seconds, and its orders. */
function timed(answer) {
  const { status, text } = JSON.parse(answer);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text);
}

for (const [system, name] of Object.entries(SCENARIOS)) {
  const file = readdirSync(FOLDER).includes(`${system}.js`) ? system : 'all';
  const module = await import(pathToFileURL(join(FOLDER, `${file}.js`)));
  const code = new xz.XzReadableStream(new Blob([readFileSync(join(FOLDER, `${file}_bg.wasm.xz`))]).stream());
  module.initSync({ module: await new Response(code).arrayBuffer() });
  const scenario = { name: `${system}/${name}`, text: readFileSync(join(ROOT, 'scenarios', system, `${name}.toml`), 'utf8') };
  const parts = [];
  const sums = { native: 0, wasm: 0, orders: 0 };
  // The first round warms both up: a browser compiles a module better while it runs.
  for (let seed = 0; seed <= ROUNDS; seed += 1) {
    const job = JSON.stringify({ match: { scenario, skill, seed } });
    const [native, wasm] = [timed(await natively(job)), timed(module.work(job))];
    if (native.orders !== wasm.orders) throw new Error(`${system}: seed ${seed} means a game of ${wasm.orders} orders here, and of ${native.orders} natively`);
    if (seed === 0) continue;
    parts.push(native.seconds / wasm.seconds);
    sums.native += native.seconds;
    sums.wasm += wasm.seconds;
    sums.orders += native.orders;
  }
  const part = sums.native / sums.wasm;
  if (part < LEAST) process.exitCode = 1;
  console.log(`${system}: ${part.toFixed(2)} of native (${Math.min(...parts).toFixed(2)} to ${Math.max(...parts).toFixed(2)}); ${sums.orders} orders in ${sums.wasm.toFixed(2)} s, natively in ${sums.native.toFixed(2)} s`);
}
console.log(`asked: ${LEAST}`);
program.stdin.end();
