import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server answers these when the page is developed with `npm run dev`.
const server = process.env['UNDERCITY_URL'] ?? 'http://127.0.0.1:8039';

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2022',
    // Everything comes from files: the page is served without inline scripts, styles or data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
