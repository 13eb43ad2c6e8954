/*
 * Looks at what was built. Fails when the service worker names a file that is not there: it would
 * never be installed.
 *
 * What a browser loads for a first visit that leads into a game: the page, its scripts and styles,
 * one language and the font, as they go over the line. Fails above the budget, which leaves room for
 * headers and messages below 90 kB; benchmarks/page.py counts those too.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUDGET = 70_500;
const FOLDER = fileURLToPath(new URL('../../src/qwixx/server/static/', import.meta.url));
const read = (file) => readFileSync(join(FOLDER, file));
/** Compressed where that makes it smaller. */
const sent = (file) => read(existsSync(join(FOLDER, `${file}.br`)) ? `${file}.br` : file);

const kept = JSON.parse(
  read('service-worker.js')
    .toString()
    .match(/FILES = (\[.*\])/)[1],
);
// An address of a folder is the page itself, as it is seen from there.
const missing = kept.filter((file) => !file.endsWith('/') && !existsSync(join(FOLDER, file)));
if (missing.length) {
  console.error(`not built, but kept by the service worker: ${missing.join(', ')}`);
  process.exit(1);
}

const files = new Set(['index.html']);
function follow(text, pattern, folder) {
  for (const [, file] of text.matchAll(pattern)) {
    if (files.has(folder + file)) continue;
    files.add(folder + file);
    if (file.endsWith('.js')) {
      follow(read(folder + file).toString(), /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g, 'assets/');
    }
  }
}
follow(read('index.html').toString(), /(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g, '');

const assets = readdirSync(join(FOLDER, 'assets'));
files.add(`assets/${assets.find((file) => /^texts-\w+-en-first\.json$/.test(file))}`);
files.add(`assets/${assets.find((file) => file.endsWith('.woff2'))}`);

let total = 0;
for (const file of files) {
  const size = sent(file).length;
  total += size;
  console.log(`${String(size).padStart(7)}  ${file}`);
}
console.log(`${String(total).padStart(7)}  bytes for a first visit, budget ${BUDGET}`);
if (total > BUDGET) process.exit(1);
