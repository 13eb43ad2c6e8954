/*
 * Looks at what was built. Fails when the service worker names a file that is not there: it would
 * never be installed.
 *
 * What a browser loads to play ("Play now" to the last cross): the page, its scripts and
 * styles and one language, gzipped. Fails above the budget. The font is counted apart.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const BUDGET = 60_000;
const FOLDER = fileURLToPath(new URL('../../src/qwixx/server/static/', import.meta.url));
const read = (file) => readFileSync(join(FOLDER, file));

const kept = JSON.parse(
  read('service-worker.js')
    .toString()
    .match(/FILES = (\[.*\])/)[1],
);
const missing = kept.filter((file) => !existsSync(join(FOLDER, file)));
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
follow(read('index.html').toString(), /(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g, '');

const isCatalogue = (file) =>
  file.startsWith('en-') && read(`assets/${file}`).includes('words.sum');
files.add(`assets/${readdirSync(join(FOLDER, 'assets')).find(isCatalogue)}`);

let total = 0;
for (const file of files) {
  const size = gzipSync(read(file), { level: 9 }).length;
  total += size;
  console.log(`${String(size).padStart(7)}  ${file}`);
}
console.log(`${String(total).padStart(7)}  bytes gzip for a first game, budget ${BUDGET}`);
if (total > BUDGET) process.exit(1);
