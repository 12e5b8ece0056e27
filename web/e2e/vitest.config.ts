import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname, include: ['**/*.test.ts'], globalSetup: ['server.ts'],
    fileParallelism: false, testTimeout: 240_000, hookTimeout: 60_000,
  },
});
