/*
 * Downloads the engine, piece by piece. A piece that has arrived is kept, so a download that was
 * interrupted goes on where it stopped.
 */

import { BASE } from '../../lib/base';
import { answerTo, completed, openDatabase } from './database';

export interface Piece {
  name: string;
  /** Unpacked, and on the wire. */
  bytes: number;
  br: number;
  gzip: number;
}

/** What engine.json lists; `web/engine/build.mjs` writes it. */
export interface Engine {
  version: string;
  sizes: { br: number; gzip: number };
  glue: Piece;
  files: Record<string, Piece[]>;
  /** Nets for other sheets, which are fetched when such a sheet is chosen. */
  more: Record<string, Piece[]>;
  /** On a static site all pieces but the glue are stored compressed, and no header says so. */
  packed?: 'gzip';
}

/** The folder of the engine. */
export const ENGINE = `${BASE}engine/`;
/** The glue is a script, which a browser finds without a network only in such a cache. */
const GLUE_CACHE = `qwixx engine ${BASE}`;

const pieces = (engine: Engine): Piece[] => [engine.glue, ...Object.values(engine.files).flat()];

/** How many bytes of a download are here, and how many there are. */
export interface Progress {
  here: number;
  all: number;
}

export async function findEngine(): Promise<Engine> {
  const response = await fetch(`${ENGINE}engine.json`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`engine.json: ${response.status}`);
  return (await response.json()) as Engine;
}

/** The engine that is complete on this device, if there is one. */
export async function installedEngine(): Promise<Engine | null> {
  const database = await openDatabase();
  try {
    const store = database.transaction('pieces').objectStore('pieces');
    return ((await answerTo(store.get('engine.json'))) as Engine | undefined) ?? null;
  } finally {
    database.close();
  }
}

/** Downloads what is not here yet, and removes the pieces of older versions at the end. */
export async function download(
  engine: Engine,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<void> {
  const database = await openDatabase();
  try {
    const stored = new Set(
      await answerTo(database.transaction('pieces').objectStore('pieces').getAllKeys()),
    );
    const all = engine.sizes.br;
    let here = 0;
    for (const piece of pieces(engine)) {
      if (!stored.has(piece.name)) {
        const content = await fetchPiece(engine, piece, signal);
        await put(database, piece.name, content);
        if (piece === engine.glue) await keepGlue(piece);
      }
      here += piece.br;
      onProgress({ here, all });
    }
    await put(database, 'engine.json', engine);
    await removeOthers(database, engine);
  } finally {
    database.close();
  }
}

/** Fetches the net of another sheet; returns whether there was one to fetch. */
export async function downloadNet(engine: Engine, file: string): Promise<boolean> {
  const parts = engine.more[file] ?? [];
  const database = await openDatabase();
  try {
    const store = database.transaction('pieces').objectStore('pieces');
    const stored = new Set(await answerTo(store.getAllKeys()));
    const missing = parts.filter(({ name }) => !stored.has(name));
    for (const piece of missing) await put(database, piece.name, await fetchPiece(engine, piece));
    return missing.length > 0;
  } finally {
    database.close();
  }
}

async function fetchPiece(
  engine: Engine,
  piece: Piece,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(ENGINE + piece.name, { signal: signal ?? null });
  if (!response.ok || !response.body) throw new Error(`${piece.name}: ${response.status}`);
  const body =
    engine.packed === 'gzip' && piece !== engine.glue
      ? new Response(response.body.pipeThrough(new DecompressionStream('gzip')))
      : response;
  const content = await body.arrayBuffer();
  if (content.byteLength !== piece.bytes) throw new Error(`${piece.name} is incomplete`);
  return content;
}

async function put(database: IDBDatabase, name: string, content: unknown): Promise<void> {
  const transaction = database.transaction('pieces', 'readwrite');
  transaction.objectStore('pieces').put(content, name);
  await completed(transaction);
}

async function keepGlue(glue: Piece): Promise<void> {
  // Not on a page that came over plain http: there is no page without a network there either.
  if (!('caches' in globalThis)) return;
  await (await caches.open(GLUE_CACHE)).add(ENGINE + glue.name);
}

async function removeOthers(database: IDBDatabase, engine: Engine): Promise<void> {
  const names = new Set<IDBValidKey>([
    'engine.json',
    ...pieces(engine).map(({ name }) => name),
    ...Object.values(engine.more)
      .flat()
      .map(({ name }) => name),
  ]);
  const transaction = database.transaction(['pieces', 'snapshots'], 'readwrite');
  const store = transaction.objectStore('pieces');
  for (const name of await answerTo(store.getAllKeys())) {
    if (!names.has(name)) store.delete(name);
  }
  const snapshots = transaction.objectStore('snapshots');
  for (const version of await answerTo(snapshots.getAllKeys())) {
    if (version !== engine.version) snapshots.delete(version);
  }
  await completed(transaction);
}
