// The page as it is sent: every built file, compressed. Fails above the limit.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LIMIT = 130_000;
const dist = join(import.meta.dirname, 'dist');
const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
let [gzip, brotli] = [0, 0];
for (const file of files) {
  const bytes = readFileSync(join(file.parentPath, file.name));
  gzip += gzipSync(bytes).length;
  brotli += brotliCompressSync(bytes).length;
}
console.log(`${files.length} files: ${gzip} bytes by gzip, ${brotli} by brotli (limit ${LIMIT})`);
process.exitCode = gzip > LIMIT ? 1 : 0;
