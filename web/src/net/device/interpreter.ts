/* Starts the interpreter of Python from the pieces of the engine. */

import { loadPyodide, type PyodideAPI } from 'pyodide';
import { answerTo, completed, openDatabase } from './database';
import {
  ENGINE,
  fetchPiece,
  findEngine,
  installedEngine,
  keepGlue,
  type Engine,
  type Piece,
} from './download';

const SITE = '/lib/python3.14/site-packages';
/** The folder of the nets. */
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
/** The imports in a snapshot of the interpreter, which must not need a compiled module. */
const IMPORT_PLAIN = 'import qwixx.bots.strong, qwixx.notation';
const START = `
import os
from js import Date
from qwixx.device.tables import DeviceTables

DeviceTables(lambda: int(Date.now()), lambda: os.urandom(32).hex(), seed=os.urandom(16).hex()).handle
`;

export interface Interpreter {
  /** Answers a request to the tables; both are JSON. */
  handle: (request: string) => string;
  /** Lets bots play with the net of another sheet. */
  useNet: (file: string) => Promise<void>;
}

export async function startInterpreter(): Promise<Interpreter> {
  // If nothing can be stored, the engine comes from the network each time.
  const database = await openDatabase().catch(() => null);
  const engine = (await installedEngine().catch(() => null)) ?? (await findEngine());
  const parts = new Parts(engine, database);
  const snapshot = await parts.snapshot();
  try {
    return await start(parts, snapshot);
  } catch (error) {
    if (!snapshot) throw error;
    // It may be broken, or of a browser that has been updated since.
    await parts.removeSnapshot();
    return start(parts);
  }
}

async function start(parts: Parts, snapshot?: Uint8Array): Promise<Interpreter> {
  const python = await startPython(parts, snapshot);
  const useNet = async (file: string) => {
    const net = await parts.kept(file);
    if (net) python.FS.writeFile(`${WEIGHTS}/${file}`, net);
  };
  for (const file of Object.keys(parts.engine.more)) await useNet(file);
  python.runPython(FIND_MSGSPEC);
  return { handle: python.runPython(START) as Interpreter['handle'], useNet };
}

async function startPython(parts: Parts, snapshot?: Uint8Array): Promise<PyodideAPI> {
  const { glue } = parts.engine;
  const [wasm, library, msgspec, weights] = await Promise.all([
    parts.file('pyodide.asm.wasm'),
    parts.file('library.zip'),
    parts.file('msgspec.so'),
    parts.file('classic.npz'),
    parts.provideGlue(),
  ]);
  const folder = new URL(ENGINE + glue.name.replace(/[^/]+$/, ''), location.href).href;
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
  try {
    const python = await loadPyodide({
      indexURL: folder,
      stdLibURL: `${folder}library.zip`,
      lockFileContents: EMPTY_LOCK,
      packageBaseUrl: folder,
      env: { QWIXX_WEIGHTS: WEIGHTS },
      ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
    } as Parameters<typeof loadPyodide>[0]);
    if (!snapshot) {
      python.runPython(IMPORT_PLAIN);
      void parts.keepSnapshot(python);
    }
    python.FS.writeFile(`${SITE}/msgspec.so`, new Uint8Array(msgspec));
    python.FS.mkdirTree(WEIGHTS);
    python.FS.writeFile(`${WEIGHTS}/classic.npz`, new Uint8Array(weights));
    return python;
  } finally {
    self.fetch = fetchFromNetwork;
  }
}

/** Reads the parts of the interpreter from the database, or else from the network. */
class Parts {
  constructor(
    readonly engine: Engine,
    private readonly database: IDBDatabase | null,
  ) {}

  async file(name: string): Promise<ArrayBuffer> {
    const pieces = this.engine.files[name] ?? [];
    const fetchOr = async (piece: Piece) =>
      (await this.#stored(piece)) ?? fetchPiece(this.engine, piece);
    return new Blob(await Promise.all(pieces.map(fetchOr))).arrayBuffer();
  }

  /** Returns the net of another sheet if it is on this device. */
  async kept(name: string): Promise<Uint8Array | null> {
    const pieces = this.engine.more[name] ?? [];
    const contents = await Promise.all(pieces.map((piece) => this.#stored(piece)));
    const here = contents.filter((content) => content !== undefined);
    if (!here.length || here.length < pieces.length) return null;
    return new Uint8Array(await new Blob(here).arrayBuffer());
  }

  /** The interpreter imports this script from its address. */
  async provideGlue(): Promise<void> {
    const content = await this.#stored(this.engine.glue);
    if (content) await keepGlue(this.engine.glue, content).catch(() => undefined);
  }

  async snapshot(): Promise<Uint8Array | undefined> {
    const store = this.database?.transaction('snapshots').objectStore('snapshots');
    return store && ((await answerTo(store.get(this.engine.version))) as Uint8Array | undefined);
  }

  /** Remembers the started interpreter, so that the next start takes a fraction of the time. */
  async keepSnapshot(python: PyodideAPI): Promise<void> {
    try {
      const { makeMemorySnapshot } = python as unknown as { makeMemorySnapshot(): Uint8Array };
      await this.#change((store) => store.put(makeMemorySnapshot(), this.engine.version));
    } catch {
      // No room: then every start takes as long as this one.
    }
  }

  removeSnapshot = () => this.#change((store) => store.delete(this.engine.version));

  async #change(task: (snapshots: IDBObjectStore) => IDBRequest): Promise<void> {
    if (!this.database) return;
    const transaction = this.database.transaction('snapshots', 'readwrite');
    task(transaction.objectStore('snapshots'));
    await completed(transaction);
  }

  async #stored(piece: Piece): Promise<ArrayBuffer | undefined> {
    const store = this.database?.transaction('pieces').objectStore('pieces');
    return store && ((await answerTo(store.get(piece.name))) as ArrayBuffer | undefined);
  }
}

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
