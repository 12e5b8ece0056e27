import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The built site on a plain file host (`npm run site`). */
export default defineConfig({
  test: {
    root: import.meta.dirname, include: [process.env['E2E_ONLY'] ?? '*.test.ts'], globalSetup: ['setup.ts'], setupFiles: [join(import.meta.dirname, 'sending.ts')],
    expect: { poll: { timeout: 30_000 } },
    fileParallelism: true, maxWorkers: 2, testTimeout: 400_000, hookTimeout: 90_000,
  },
});
