import { defineConfig } from 'vitest/config';

/** Screenshots to be looked at (`npm run shots`) and whole games of every scenario (`npm run tour`) are made on request. */
const only = process.env['E2E_ONLY'];

export default defineConfig({
  test: {
    root: import.meta.dirname, include: [only ?? '*.test.ts'], globalSetup: ['server.ts'],
    // Each file has a browser of its own; the two that play whole games are the longest.
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: true, maxWorkers: 2, testTimeout: 240_000, hookTimeout: 90_000,
  },
});
