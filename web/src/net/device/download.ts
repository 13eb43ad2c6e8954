/*
 * Downloads the engine, piece by piece. A piece that has arrived is kept, so a download that was
 * interrupted goes on where it stopped.
 */

import { BASE } from '../../lib/base';
import { hex } from '../../lib/fair/hex';
import { sha256 } from '../../lib/fair/sha256';
import { answerTo, completed, withDatabase } from './database';

export interface Piece {
  name: string;
  /** Unpacked, and on the wire. */
  bytes: number;
  br: number;
  gzip: number;
}

/** The content of engine.json, which `web/engine/build.mjs` writes. */
export interface Engine {
  version: string;
  sizes: { br: number; gzip: number };
  glue: Piece;
  files: Record<string, Piece[]>;
  /** Nets for other sheets, which are fetched when a player chooses their sheet. */
  more: Record<string, Piece[]>;
  /** On a static site all pieces but the glue are stored compressed, and no header says so. */
  packed?: 'gzip';
}

/** The folder of the engine. */
export const ENGINE = `${BASE}engine/`;
/** The glue is a script: without a network, a browser finds it only in a cache. */
const GLUE_CACHE = `qwixx engine ${BASE}`;

const pieces = (engine: Engine): Piece[] => [engine.glue, ...Object.values(engine.files).flat()];

/** How many bytes of a download are here, and how many there are. */
export interface Progress {
  here: number;
  all: number;
}

/** There is no room for the engine on this device, or the browser lets pages keep nothing. */
export class NoRoom extends Error {}

export async function findEngine(): Promise<Engine> {
  const response = await fetch(`${ENGINE}engine.json`, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`engine.json: ${response.status}`);
  return (await response.json()) as Engine;
}

/** The engine that is complete on this device, if there is one. */
export const installedEngine = () =>
  withPieces(async (store) => {
    const engine = (await answerTo(store.get('engine.json'))) as Engine | undefined;
    const stored = new Set(await answerTo(store.getAllKeys()));
    return engine && pieces(engine).every(({ name }) => stored.has(name)) ? engine : null;
  });

/** How much of an engine has arrived, also in an earlier visit. */
export const arrived = (engine: Engine) =>
  withPieces(async (store): Promise<Progress> => {
    const stored = new Set(await answerTo(store.getAllKeys()));
    const here = pieces(engine).filter(({ name }) => stored.has(name));
    return { here: here.reduce((sum, { br }) => sum + br, 0), all: engine.sizes.br };
  });

/**
 * Downloads what is not here yet, and removes the pieces of older versions at the end. The nets of
 * other sheets that were here are replaced, too: games may need them.
 */
export async function download(
  engine: Engine,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<void> {
  const before = await installedEngine().catch(() => {
    throw new NoRoom();
  });
  const nets = before ? await netsHere(before) : [];
  const wanted = [...pieces(engine), ...nets.flatMap((file) => engine.more[file] ?? [])];
  await fetchMissing(engine, wanted, (here) => onProgress({ here, all: engine.sizes.br }), signal);
  await put('engine.json', engine);
  await removeOthers(engine);
}

/** Fetches the net of another sheet; returns whether there was one to fetch. */
export const downloadNet = (engine: Engine, file: string) =>
  fetchMissing(engine, engine.more[file] ?? []);

/** Removes the engine from this device; games stay. */
export async function removeEngine(): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(['pieces', 'snapshots'], 'readwrite');
    transaction.objectStore('pieces').clear();
    transaction.objectStore('snapshots').clear();
    await completed(transaction);
  });
  if ('caches' in globalThis) await caches.delete(GLUE_CACHE);
}

/** Fetches the pieces that are not here; returns whether there were any. */
async function fetchMissing(
  engine: Engine,
  wanted: Piece[],
  onHere: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  const stored = new Set(await withPieces((store) => answerTo(store.getAllKeys())));
  let here = 0;
  let fetched = false;
  for (const piece of wanted) {
    if (!stored.has(piece.name)) {
      const content = await fetchPiece(engine, piece, signal);
      await put(piece.name, content);
      if (piece === engine.glue) await keepGlue(piece, content);
      fetched = true;
    }
    here += piece.br;
    onHere(here);
  }
  return fetched;
}

export async function fetchPiece(
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
  // The name of a piece begins with the hash of its content.
  if (!piece.name.startsWith(hex(sha256(new Uint8Array(content))).slice(0, 12)))
    throw new Error(`${piece.name} is spoilt`);
  return content;
}

const netsHere = (engine: Engine) =>
  withPieces(async (store) => {
    const stored = new Set(await answerTo(store.getAllKeys()));
    const isHere = (piece: Piece) => stored.has(piece.name);
    return Object.keys(engine.more).filter((file) => engine.more[file]?.every(isHere));
  });

const withPieces = <T>(task: (pieces: IDBObjectStore) => Promise<T>) =>
  withDatabase((database) => task(database.transaction('pieces').objectStore('pieces')));

async function put(name: string, content: unknown): Promise<void> {
  try {
    await withDatabase((database) => {
      const transaction = database.transaction('pieces', 'readwrite');
      transaction.objectStore('pieces').put(content, name);
      return completed(transaction);
    });
  } catch {
    throw new NoRoom();
  }
}

/** Keeps the script where a browser looks for it; that of an older engine goes. */
export async function keepGlue(glue: Piece, content: ArrayBuffer): Promise<void> {
  // Not on a page that came over plain http: there is no page without a network there either.
  if (!('caches' in globalThis)) return;
  const cache = await caches.open(GLUE_CACHE);
  const address = new URL(ENGINE + glue.name, location.href).href;
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => url !== address).map((old) => cache.delete(old)));
  if (kept.some(({ url }) => url === address)) return;
  await cache.put(
    address,
    new Response(content, { headers: { 'content-type': 'text/javascript' } }),
  );
}

/** The older pieces go when everything of the newer engine is here. */
const removeOthers = (engine: Engine) =>
  withDatabase(async (database) => {
    const more = Object.values(engine.more).flat();
    const names = new Set<IDBValidKey>([
      'engine.json',
      ...[...pieces(engine), ...more].map(({ name }) => name),
    ]);
    const transaction = database.transaction(['pieces', 'snapshots'], 'readwrite');
    for (const [store, isKept] of [
      ['pieces', (name: IDBValidKey) => names.has(name)],
      ['snapshots', (version: IDBValidKey) => version === engine.version],
    ] as const) {
      const all = transaction.objectStore(store);
      for (const key of await answerTo(all.getAllKeys())) if (!isKept(key)) all.delete(key);
    }
    await completed(transaction);
  });
