import { defineConfig } from 'vitest/config';

/** Screenshots to be looked at are made on request (`npm run shots`): they assert nothing. */
const shots = process.env['SHOTS'] !== undefined;

export default defineConfig({
  test: {
    root: import.meta.dirname, include: [shots ? 'shots.ts' : '**/*.test.ts'], globalSetup: ['server.ts'],
    // Each file has a browser of its own; the two that play whole games are the longest.
    fileParallelism: true, maxWorkers: 2, testTimeout: 240_000, hookTimeout: 90_000,
  },
});
