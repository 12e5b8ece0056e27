/** A plain file host: it serves files by their name, compresses nothing and has no interface. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.gz': 'application/gzip', '.xz': 'application/x-xz',
  '.wasm': 'application/wasm', '.png': 'image/png', '.woff2': 'font/woff2',
};

/** What a host that compresses text compresses. */
const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json']);

export interface Host {
  /** Address of the site: a folder below the host's root. */
  url: string;
  /** Requests that found no file. */
  missed: string[];
  stop: () => Promise<void>;
}

/** A slow line, which all responses share. */
export interface Line {
  /** Bytes in a second. */
  rate: number;
  /** Time from a request to the first byte, in milliseconds. */
  latency: number;
  /** Whether the host compresses text, as some do. */
  gzip?: boolean;
}

const TICK = 10;

/** Sends bodies over a slow line, each a part at a time in turn. */
function sender({ rate, latency }: Line): { send: (response: ServerResponse, body: Buffer) => void; stop: () => void } {
  const open: { response: ServerResponse; body: Buffer }[] = [];
  const part = (rate * TICK) / 1000;
  let [left, last] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    left = open.length === 0 ? 0 : left + (part * (now - last)) / TICK;
    last = now;
    while (left >= part && open.length > 0) {
      const next = open.shift();
      if (!next) break;
      // A page that was closed leaves the line to others.
      if (next.response.destroyed) continue;
      left -= Math.min(part, next.body.length);
      next.response.write(next.body.subarray(0, part));
      next.body = next.body.subarray(part);
      if (next.body.length === 0) next.response.end();
      else open.push(next);
    }
  }, TICK);
  return { send: (response, body) => void setTimeout(() => open.push({ response, body }), latency), stop: () => clearInterval(timer) };
}

/** Serves a folder below `/undercity/`. */
export async function host(folder: string, line?: Line): Promise<Host> {
  const under = 'undercity';
  const missed: string[] = [];
  const slow = line ? sender(line) : null;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const name = normalize(decodeURIComponent(pathname));
    const inside = name.startsWith(`/${under}/`) ? join(folder, name.slice(under.length + 1)) : '';
    const file = inside !== '' && existsSync(inside) && statSync(inside).isDirectory() ? join(inside, 'index.html') : inside;
    if (request.method !== 'GET' || file === '' || !existsSync(file)) {
      missed.push(`${request.method} ${pathname}`);
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    const whole = readFileSync(file);
    const zips = line?.gzip === true && TEXT.has(extname(file));
    const body = zips ? gzipSync(whole) : whole;
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': body.length, ...(zips ? { 'content-encoding': 'gzip' } : {}) });
    if (slow) slow.send(response, body);
    else response.end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stop = () => new Promise<void>((stopped) => {
    slow?.stop();
    server.close(() => stopped());
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${under}`, missed, stop };
}
