/*
 * Builds the engine: everything that a browser needs to run a table by itself, without a server.
 * It consists of the interpreter (Pyodide), one archive with our package and the modules that it
 * imports, and the compiled part of msgspec.
 *
 * Usage: node build.mjs WHEELS OUT
 *
 * WHEELS is the folder with the unpacked wheel of msgspec for this interpreter. OUT is the folder
 * to write: it gets the compressed pieces, and engine.json, which lists them.
 *
 * The engine is not part of the page: a browser fetches it when a player asks for it. It comes in
 * pieces, so that a download that was interrupted goes on where it stopped.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const [wheels, out] = process.argv.slice(2);
const PYODIDE = fileURLToPath(new URL('.', import.meta.resolve('pyodide')));
const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));
const WEIGHTS = join(SOURCES, 'qwixx/bots/weights');
/** Nets that bots need on other sheets; they are fetched after the engine. */
const MORE_WEIGHTS = ['longo.npz', 'mixx-a.npz', 'mixx-b.npz'];
/** The largest piece, before it is compressed. */
const PIECE = 1 << 20;

const work = mkdtempSync(join(tmpdir(), 'engine-'));
try {
  await writeLibrary();
  await writeEngine();
} finally {
  rmSync(work, { recursive: true });
}

/** Plays a game in the interpreter, and writes library.zip with all modules that were imported. */
async function writeLibrary() {
  const python = await loadPyodide({ indexURL: PYODIDE });
  for (const [folder, root] of [
    ['/sources', SOURCES],
    ['/wheels', wheels],
    ['/out', work],
  ]) {
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
  }
  const script = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
  python.globals.set('__name__', '__main__');
  python.runPython(script('rehearsal.py'));
  // Afterwards, because it imports what the game does not need.
  python.runPython(script('library.py'));
}

/** Cuts the files of the engine into pieces, compresses them, and lists them in engine.json. */
async function writeEngine() {
  const files = {
    'pyodide.asm.wasm': join(PYODIDE, 'pyodide.asm.wasm'),
    'library.zip': join(work, 'library.zip'),
    'msgspec.so': join(work, 'msgspec.so'),
    'classic.npz': join(WEIGHTS, 'classic.npz'),
  };
  mkdirSync(out, { recursive: true });
  // The browser imports this script by itself, so it is not cut. Pyodide looks for it under this
  // name, so the hash is in the name of its folder.
  const glue = await write(readFileSync(join(PYODIDE, 'pyodide.asm.mjs')), '/pyodide.asm.mjs');
  const listed = { glue, files: await cutAll(files), more: {} };
  const pieces = [glue, ...Object.values(listed.files).flat()];
  listed.more = await cutAll(
    Object.fromEntries(MORE_WEIGHTS.map((name) => [name, join(WEIGHTS, name)])),
  );

  const names = pieces.map(({ name }) => name).join();
  const version = createHash('sha256').update(names).digest('hex').slice(0, 12);
  const sum = (kind) => pieces.reduce((total, piece) => total + piece[kind], 0);
  // Bytes on the wire, for a browser that takes brotli, and for others.
  const sizes = { br: sum('br'), gzip: sum('gzip') };
  writeFileSync(join(out, 'engine.json'), JSON.stringify({ version, sizes, ...listed }));
  removeOthers([...pieces, ...Object.values(listed.more).flat()]);
  console.log(`engine ${version}: ${sizes.br} bytes with brotli, ${sizes.gzip} with gzip`);
}

/** Returns the pieces of each file. */
async function cutAll(files) {
  const cut = async ([name, path]) => {
    const content = readFileSync(path);
    const starts = Array.from({ length: Math.ceil(content.length / PIECE) }, (_, i) => i * PIECE);
    const parts = starts.map((start) => content.subarray(start, start + PIECE));
    return [name, await Promise.all(parts.map((part) => write(part, '.bin')))];
  };
  return Object.fromEntries(await Promise.all(Object.entries(files).map(cut)));
}

/** Writes a piece, compressed in both ways, under a name with the hash of its content. */
async function write(content, suffix) {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 12) + suffix;
  mkdirSync(dirname(join(out, name)), { recursive: true });
  const packed = async (ending, pack) => {
    const file = join(out, name + ending);
    // The name is a hash of the content, and packing takes most of the time.
    if (!existsSync(file)) writeFileSync(file, await pack());
    return statSync(file).size;
  };
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const brotli = () => promisify(brotliCompress)(content, { params });
  const gzipped = () => promisify(gzip)(content, { level: 9 });
  const [br, gz] = await Promise.all([packed('.br', brotli), packed('.gz', gzipped)]);
  return { name, bytes: content.length, br, gzip: gz };
}

/** Removes the pieces of earlier builds. */
function removeOthers(pieces) {
  const names = new Set(['engine.json', ...pieces.map(({ name }) => name)]);
  for (const file of readdirSync(out, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name);
    const name = relative(out, path).replace(/\.(br|gz)$/, '');
    if (file.isFile() && !names.has(name)) rmSync(path);
  }
}
