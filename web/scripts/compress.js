/*
 * Compresses the files of the build, once and as well as possible. If that makes a text smaller, a
 * .br and a .gz lie beside it, and the server sends them to browsers that accept them.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../src/qwixx/server/static/', import.meta.url));
/** Pictures and fonts are compressed already. */
const TEXTS = /\.(html|js|css|svg|json|webmanifest)$/;
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;

for (const name of readdirSync(FOLDER, { recursive: true }).filter((name) => TEXTS.test(name))) {
  const file = join(FOLDER, name);
  const text = readFileSync(file);
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: text.length };
  const made = { br: brotliCompressSync(text, { params }), gz: gzipSync(text, { level: 9 }) };
  for (const [kind, packed] of Object.entries(made)) {
    if (packed.length < text.length) writeFileSync(`${file}.${kind}`, packed);
  }
}
