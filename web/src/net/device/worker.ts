/*
 * Runs tables on this device: the interpreter, the same Python as on a server, and a database
 * instead of a disk. Nothing here knows the rules of the game.
 *
 * The engine answers each request with its effects: entries to write, messages to send, and when it
 * wants to be called next. A message leaves only after the entries are written.
 */

import { loadPyodide, type PyodideAPI } from 'pyodide';
import type { Bye } from '../../protocol';
import { answerTo, completed, entriesOf, openDatabase, type StoredEntry } from './database';
import { ENGINE, installedEngine, type Engine } from './download';
import type { FromWorker, ToWorker } from './messages';

/** What a request leads to; `src/qwixx/device/messages.py` describes each field. */
interface Effects {
  keep: [code: string, position: number, text: string][];
  send: [connection: number, message: never][];
  summaries: Record<string, unknown>;
  answer: { status: number; body: unknown } | null;
  next: number | null;
}

const SITE = '/lib/python3.14/site-packages';
/** Where bots find their nets. */
const WEIGHTS = '/weights';
/** Finds the compiled part of msgspec, which cannot lie in the archive of modules. */
const FIND_MSGSPEC = `
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import spec_from_file_location

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name != "msgspec._core":
            return None
        file = "${SITE}/msgspec.so"
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))

sys.meta_path.insert(0, Finder())
`;
/** What a snapshot of the interpreter may hold: everything that needs no compiled module. */
const IMPORT_PLAIN = 'import qwixx.bots.strong, qwixx.notation';
const START = `
import os
from js import Date
from qwixx.device.tables import DeviceTables

DeviceTables(lambda: int(Date.now()), lambda: os.urandom(32).hex(), seed=os.urandom(16).hex()).handle
`;

let handle: (request: string) => string;
let useNet: (file: string) => Promise<void>;
let database: IDBDatabase;
/** False from the moment that something could not be written. */
let saving = true;
let timer: ReturnType<typeof setTimeout> | undefined;

const post = (message: FromWorker) => {
  self.postMessage(message);
};

async function start(): Promise<void> {
  database = await openDatabase();
  const engine = await installedEngine();
  if (!engine) throw new Error('the engine is not on this device');
  const python = await startPython(engine);
  python.runPython(FIND_MSGSPEC);
  handle = python.runPython(START) as typeof handle;
}

async function startPython(engine: Engine): Promise<PyodideAPI> {
  const [wasm, library, msgspec, weights, snapshot] = await Promise.all([
    contentOf(engine, 'pyodide.asm.wasm'),
    contentOf(engine, 'library.zip'),
    contentOf(engine, 'msgspec.so'),
    contentOf(engine, 'classic.npz'),
    answerTo(
      database.transaction('snapshots').objectStore('snapshots').get(engine.version),
    ) as Promise<Uint8Array | undefined>,
  ]);
  const folder = new URL(ENGINE + engine.glue.name.replace(/[^/]+$/, ''), location.href).href;
  // The interpreter asks for its files by address; they are in the database.
  const stored = new Map([
    [`${folder}pyodide.asm.wasm`, { content: wasm, type: 'application/wasm' }],
    [`${folder}library.zip`, { content: library, type: 'application/zip' }],
  ]);
  const fetchFromNetwork = self.fetch;
  self.fetch = (resource, options) => {
    const address = resource instanceof Request ? resource.url : String(resource);
    const file = stored.get(address);
    if (!file) return fetchFromNetwork(resource, options);
    const headers = { 'content-type': file.type };
    return Promise.resolve(new Response(file.content, { headers }));
  };
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}library.zip`,
    lockFileContents: EMPTY_LOCK,
    packageBaseUrl: folder,
    env: { QWIXX_WEIGHTS: WEIGHTS },
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
  } as Parameters<typeof loadPyodide>[0]);
  self.fetch = fetchFromNetwork;
  if (!snapshot) {
    python.runPython(IMPORT_PLAIN);
    void keepSnapshot(engine, python);
  }
  python.FS.writeFile(`${SITE}/msgspec.so`, new Uint8Array(msgspec));
  python.FS.mkdirTree(WEIGHTS);
  python.FS.writeFile(`${WEIGHTS}/classic.npz`, new Uint8Array(weights));
  useNet = async (file) => {
    const net = await contentOf(engine, file);
    if (net.byteLength) python.FS.writeFile(`${WEIGHTS}/${file}`, new Uint8Array(net));
  };
  for (const file of Object.keys(engine.more)) await useNet(file);
  return python;
}

/** Remembers the started interpreter, so that the next start takes a fraction of the time. */
async function keepSnapshot(engine: Engine, python: PyodideAPI): Promise<void> {
  try {
    const { makeMemorySnapshot } = python as unknown as { makeMemorySnapshot(): Uint8Array };
    const snapshot = makeMemorySnapshot();
    const transaction = database.transaction('snapshots', 'readwrite');
    transaction.objectStore('snapshots').put(snapshot, engine.version);
    await completed(transaction);
  } catch {
    // No room: then every start takes as long as this one.
  }
}

async function contentOf(engine: Engine, file: string): Promise<ArrayBuffer> {
  const store = database.transaction('pieces').objectStore('pieces');
  const pieces = engine.files[file] ?? engine.more[file] ?? [];
  const contents = await Promise.all(
    pieces.map(({ name }) => answerTo(store.get(name) as IDBRequest<ArrayBuffer | undefined>)),
  );
  return new Blob(contents.filter((content) => content !== undefined)).arrayBuffer();
}

async function run(request: unknown): Promise<Effects> {
  const effects = JSON.parse(handle(JSON.stringify(request))) as Effects;
  await write(effects);
  for (const [connection, message] of effects.send) post({ type: 'message', connection, message });
  clearTimeout(timer);
  if (effects.next !== null) {
    timer = setTimeout(() => enqueue(() => run({ type: 'tick' })), effects.next);
  }
  return effects;
}

async function write({ keep, summaries }: Effects): Promise<void> {
  if (!keep.length) return;
  try {
    const transaction = database.transaction(['entries', 'tables'], 'readwrite', {
      durability: 'strict',
    });
    const entries = transaction.objectStore('entries');
    // `add` fails where another tab has written that entry already.
    for (const [code, position, text] of keep) entries.add({ code, position, text });
    const tables = transaction.objectStore('tables');
    for (const [code, summary] of Object.entries(summaries)) {
      tables.put({ code, changed: Date.now(), summary });
    }
    await completed(transaction);
    if (!saving) post({ type: 'saved', ok: (saving = true) });
  } catch {
    // The game goes on; the page says that it is not saved.
    post({ type: 'saved', ok: (saving = false) });
  }
}

const loaded = new Set<string>();

async function load(code: string): Promise<boolean> {
  if (loaded.has(code)) return true;
  const store = database.transaction('entries').objectStore('entries');
  const entries = (await answerTo(store.getAll(entriesOf(code)))) as StoredEntry[];
  if (!entries.length) return false;
  await run({ type: 'load', code, entries: entries.map(({ text }) => text) });
  loaded.add(code);
  return true;
}

const refuse = (connection: number, code: Bye['code']) =>
  post({ type: 'message', connection, message: { type: 'bye', code } });

async function answer(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'ask': {
      const { id, ...request } = message;
      const code = /^tables\/([A-Z]{6})/.exec(request.path)?.[1];
      if (code && !(await load(code))) {
        post({ type: 'answer', id, status: 404, body: { code: 'no-such-table' } });
        return;
      }
      const { answer: found, keep } = await run(request);
      for (const [opened] of keep) loaded.add(opened);
      post({ type: 'answer', id, status: found?.status ?? 500, body: found?.body });
      return;
    }
    case 'connect':
      try {
        if (await load(message.code)) await run(message);
        else refuse(message.connection, 'no-such-table');
      } catch {
        // A newer engine has written the log: other tables can still be played.
        refuse(message.connection, 'outdated');
      }
      return;
    case 'net':
      await useNet(message.file);
      return;
    case 'forget':
      loaded.delete(message.code);
      return;
    default:
      await run(message);
  }
}

/** Requests are answered one after the other: each waits until the one before is on the disk. */
let queue: Promise<unknown> = start().then(
  () => post({ type: 'ready' }),
  (error: unknown) => {
    post({ type: 'failed', message: String(error) });
    throw error;
  },
);

function enqueue(task: () => Promise<unknown>): void {
  queue = queue.then(task).catch((error: unknown) => {
    post({ type: 'failed', message: String(error) });
  });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => enqueue(() => answer(data));

const EMPTY_LOCK = {
  info: {
    abi_version: '2026_0',
    arch: 'wasm32',
    platform: 'emscripten_5_0_3',
    python: '3.14.2',
    version: '314.0.7',
  },
  packages: {},
} as never;
