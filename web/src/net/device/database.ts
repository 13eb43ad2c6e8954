/*
 * The database of this device: the pieces of the engine, and the tables that run here.
 *
 * IndexedDB works where the Cache interface does not: on a page that came over plain http.
 */

import { BASE } from '../../lib/base';
import type { DiceKind, TableSummary, Variant } from '../../protocol';

/** An entry of the log of a table, as a server would store it. */
export interface StoredEntry {
  code: string;
  /** 1 for the first entry; there are no gaps. */
  position: number;
  text: string;
}

/** The facts for a list of tables, which needs no logs. */
export interface StoredTable {
  code: string;
  changed: number;
  /** The worker that plays it: `TableStore` gives it a name. */
  owner?: string;
  /** From the engine: players, turn, whether the game is over. */
  summary: TableSummary;
}

/** A player who uses this device. The secrets say who it is, at a table and in its dice. */
export interface LocalPerson {
  name: string;
  secret: string;
  luck: string;
}

/** A game as it is set up on this device. */
export interface Setup {
  variant: Variant;
  /** The people; the names of the cards if it is a pad. */
  names: string[];
  /** The levels of the bots. */
  bots: string[];
  dice?: DiceKind;
  allRows?: boolean;
  /** Players may ask for hints. */
  hints?: boolean;
  /** Two cards lie head to head, and the device stays where it is. */
  facing?: boolean;
  /** The white answers of several people are shown one by one, and not all at the end. */
  open?: boolean;
}

/** The players of a table who use this device; the first one has opened it. */
export interface LocalPeople {
  code: string;
  people: LocalPerson[];
  setup?: Setup;
}

const VERSION = 1;

export function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`qwixx ${BASE}`, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore('pieces');
      database.createObjectStore('snapshots');
      database.createObjectStore('tables', { keyPath: 'code' });
      database.createObjectStore('people', { keyPath: 'code' });
      database.createObjectStore('entries', { keyPath: ['code', 'position'] });
    };
    request.onsuccess = () => {
      const database = request.result;
      // Another tab wants to change the layout, and waits for this one.
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('no database'));
    // Another tab still uses an older layout of the database.
    request.onblocked = () => reject(new Error('blocked'));
  });
}

/** Opens the database for one task. */
export async function withDatabase<T>(task: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await task(database);
  } finally {
    database.close();
  }
}

/** Waits for the answer to a request. */
export function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database failed'));
  });
}

/** Waits until a transaction is on the disk. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? new Error('the database failed'));
  });
}

/** The entries of one table, in order. */
export const entriesOf = (code: string) => IDBKeyRange.bound([code, 0], [code, Infinity]);
