/*
 * Looks at what was built. Fails when the service worker names a file that is not there, because it
 * would never be installed then.
 *
 * Adds up the bytes of a first visit that leads into a game. These are the page, its scripts and
 * styles, one language and the font, each as it is sent. Fails above the budget and names the
 * modules that are new or longer than in firstVisit.json; `node scripts/size.js --accept` writes
 * the modules of the last build there. The budget leaves room for headers and messages below 86 kB,
 * which benchmarks/page.py counts too.
 */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUDGET = 76_000;
const ACCEPTED = new URL('firstVisit.json', import.meta.url);
const BUILT = new URL('../node_modules/.vite/first-visit.json', import.meta.url);
const FOLDER = fileURLToPath(new URL('../../src/qwixx/server/static/', import.meta.url));
const read = (file) => readFileSync(join(FOLDER, file));
/** Returns a file as it is sent: compressed if that makes it smaller. */
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
if (process.argv.includes('--accept')) writeFileSync(ACCEPTED, readFileSync(BUILT));
if (total > BUDGET) {
  const [accepted, built] = [ACCEPTED, BUILT].map((file) => JSON.parse(readFileSync(file)));
  const grown = Object.entries(built)
    .map(([module, size]) => ({ module, more: size - (accepted[module] ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more);
  for (const { module, more } of grown) {
    console.error(`${`+${more}`.padStart(7)}  ${module}${module in accepted ? '' : ' (new)'}`);
  }
  console.error('too much for a first visit: above is what grew, in bytes before compression');
  process.exit(1);
}
