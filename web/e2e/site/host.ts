/** A plain file host: it serves files by their name, compresses nothing and has no interface. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.gz': 'application/gzip',
  '.wasm': 'application/wasm', '.png': 'image/png', '.woff2': 'font/woff2',
};

export interface Host {
  /** Address of the site: a folder below the host's root. */
  url: string;
  /** Requests that found no file. */
  missed: string[];
  stop: () => Promise<void>;
}

/** Serves a folder below `/under/`. */
export async function host(folder: string, under = 'undercity'): Promise<Host> {
  const missed: string[] = [];
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
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': statSync(file).size });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const stop = () => new Promise<void>((stopped) => {
    server.close(() => stopped());
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${under}`, missed, stop };
}
