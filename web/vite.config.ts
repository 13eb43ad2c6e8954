import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { isOfFirstVisit, listFirstVisit } from './scripts/firstVisit.ts';
import { textFiles, TEXTS_VERSION } from './scripts/textFiles.ts';
import { writeScreens } from './src/lib/screens.ts';

/** The folder of the checkout. Its name does not matter. */
const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Makes every `import()` of the build fetch its files first; Vite lists them for its helper. */
function fetchingFirst(): Plugin {
  return {
    name: 'fetching-first',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null;
      const later = JSON.stringify(join(HERE, 'src/lib/lazy.ts'));
      return `export { fetchThenImport as __vitePreload } from ${later};`;
    },
  };
}

/** Writes the queries of the named screens into all styles. */
function namedScreens(): Plugin {
  return {
    name: 'named-screens',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(svelte|css)$/ },
      handler: (code) => ({ code: writeScreens(code), map: null }),
    },
  };
}

/** Writes the list of files into the service worker. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    // After Vite has dropped the chunks that nothing needs.
    enforce: 'post',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.html'));
      const entry = built.find((name) => {
        const file = bundle[name];
        return file?.type === 'chunk' && file.isEntry;
      });
      if (!entry) throw new Error('the script that starts the page was not built');
      // The page three times, because its relative addresses depend on the depth of its own.
      const files = [
        './',
        './-/',
        './-/-/',
        './icon.svg',
        ...readdirSync(join(HERE, 'public/training')).map((name) => `./training/${name}`),
        ...built.sort().map((name) => `./${name}`),
      ];
      const template = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
      // The names carry the hashes of their contents, so they tell versions apart.
      const version = createHash('sha256')
        .update(template + files.join())
        .digest('hex');
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: template
          .replace("['__FILES__']", JSON.stringify(files))
          .replace('__ENTRY__', entry)
          .replace('__VERSION__', version.slice(0, 12)),
      });
    },
  };
}

export default defineConfig({
  // So that it works wherever a proxy puts it.
  base: './',
  plugins: [
    namedScreens(),
    svelte(),
    fetchingFirst(),
    textFiles(),
    serviceWorker(),
    listFirstVisit(),
  ],
  define: { 'import.meta.env.TEXTS_VERSION': JSON.stringify(TEXTS_VERSION) },
  build: {
    // Served by the Python package, from inside it.
    outDir: '../src/qwixx/server/static',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        // Every page lists the parts that may come later: short names are bytes of a first visit.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // The first visit lists the name of every file.
            { name: 'finished', test: /src\/net\/(finishedGames|reviewApi)\.ts/ },
            { name: 'device', test: /src\/(features|net|net\/transport)\/device[./]/ },
            {
              debugName: 'qwixx',
              name: (id, graph) => (isOfFirstVisit(id, graph) ? 'qwixx' : null),
            },
            // The modules that several later parts share.
            { name: 'shared', test: /src\/(ui|lib)\// },
          ],
        },
      },
    },
    // Also the file itself, and not what every page has.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, others) =>
        [...new Set([file, ...others])].filter((each) => !/\/index-[^/]+$/.test(each)),
    },
    // A data: address for a small file would need a looser Content-Security-Policy.
    assetsInlineLimit: 0,
  },
  worker: {
    format: 'es',
    rolldownOptions: { output: { entryFileNames: 'assets/worker-[hash:7].js' } },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
  // Component tests mount in a document, so they need Svelte's browser half.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
});
