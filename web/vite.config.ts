import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    // Served by the Python package, from inside it.
    outDir: '../src/qwixx/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // A data: address for a small file would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
  },
  // Component tests mount in a document, so they need Svelte's browser half.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
});
