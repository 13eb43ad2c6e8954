/*
 * The logs of the tables, for the worker that plays them. An entry that could not be written waits,
 * and is written before later ones: a log never has a hole.
 *
 * Several tabs may play one table after the other. The table remembers who has written last, so that
 * of two tabs only the one that took it over later goes on.
 */

import type { TableSummary } from '../../protocol';
import {
  answerTo,
  completed,
  entriesOf,
  openDatabase,
  type LocalPeople,
  type StoredEntry,
  type StoredTable,
} from './database';

type Task<T> = (transaction: IDBTransaction) => Promise<T>;

/** A log that is not whole. */
export class DamagedLog extends Error {}

export class TableStore {
  /** The name of this worker in the tables that it plays. */
  readonly #owner = crypto.getRandomValues(new Uint32Array(2)).join();
  #database: IDBDatabase | null = null;
  /** The tables that this worker has taken over, and of those the ones that no other tab knows of. */
  #owned = new Set<string>();
  #unclaimed = new Set<string>();
  // These wait to be written.
  #entries: StoredEntry[] = [];
  #summaries = new Map<string, TableSummary>();
  #people: LocalPeople[] = [];

  owns(code: string): boolean {
    return this.#owned.has(code);
  }

  /** Another tab plays the table now, or it is deleted. */
  release(code: string): void {
    this.#owned.delete(code);
    this.#unclaimed.delete(code);
    this.#entries = this.#entries.filter((entry) => entry.code !== code);
    this.#people = this.#people.filter((people) => people.code !== code);
    this.#summaries.delete(code);
  }

  add(entries: StoredEntry[], summaries: Record<string, TableSummary>): void {
    for (const { code, position } of entries) if (position === 1) this.#owned.add(code);
    this.#entries.push(...entries);
    for (const [code, summary] of Object.entries(summaries)) this.#summaries.set(code, summary);
  }

  /** The players of a table are written together with its first entry. */
  addPeople(people: LocalPeople): void {
    this.#people.push(people);
  }

  /**
   * Writes everything that waits. Returns the tables that another tab has taken over: nothing of
   * them was written. Rejects where nothing could be written at all.
   */
  async write(): Promise<string[]> {
    const taken: string[] = [];
    if (!this.#entries.length) return taken;
    await this.#transact(['entries', 'tables', 'people'], 'readwrite', async (transaction) => {
      const tables = transaction.objectStore('tables');
      for (const [code, summary] of this.#summaries) {
        if (await this.#isOurs(transaction, code))
          tables.put({ code, changed: Date.now(), owner: this.#owner, summary });
        else taken.push(code);
      }
      const entries = transaction.objectStore('entries');
      for (const entry of this.#entries) if (!taken.includes(entry.code)) entries.put(entry);
      for (const people of this.#people) transaction.objectStore('people').put(people);
    });
    for (const code of taken) this.release(code);
    for (const code of this.#summaries.keys()) this.#unclaimed.delete(code);
    this.#entries = [];
    this.#people = [];
    this.#summaries.clear();
    return taken;
  }

  async #isOurs(transaction: IDBTransaction, code: string): Promise<boolean> {
    const store = transaction.objectStore('tables');
    const stored = (await answerTo(store.get(code))) as StoredTable | undefined;
    if (stored?.owner === this.#owner) return true;
    const position = this.#entries.find((entry) => entry.code === code)?.position ?? 0;
    if (!this.#unclaimed.has(code)) return !stored && position === 1;
    const entries = transaction.objectStore('entries');
    return (await answerTo(entries.getKey([code, position]))) === undefined;
  }

  /** Takes a table over from other tabs. Returns its log, or null if there is no such table. */
  async take(code: string): Promise<string[] | null> {
    let log: string[] | null;
    try {
      log = await this.#transact(['entries', 'tables'], 'readwrite', async (transaction) => {
        const tables = transaction.objectStore('tables');
        const stored = (await answerTo(tables.get(code))) as StoredTable | undefined;
        if (stored) tables.put({ ...stored, owner: this.#owner });
        return readLog(transaction, code);
      });
    } catch (error) {
      if (error instanceof DamagedLog) throw error;
      // There is no room even for a name: the game can be played on, and is not saved.
      log = await this.read(code);
      this.#unclaimed.add(code);
    }
    if (log) this.#owned.add(code);
    return log;
  }

  /** Returns the log of a table, or null if there is none. Another tab may play it. */
  read(code: string): Promise<string[] | null> {
    return this.#transact(['entries'], 'readonly', (transaction) => readLog(transaction, code));
  }

  /** Does a task in one transaction; a connection that was lost is opened again. */
  async #transact<T>(stores: string[], mode: IDBTransactionMode, task: Task<T>): Promise<T> {
    let transaction: IDBTransaction;
    try {
      transaction = (await this.#connect()).transaction(stores, mode, { durability: 'strict' });
    } catch {
      this.#database = null;
      transaction = (await this.#connect()).transaction(stores, mode, { durability: 'strict' });
    }
    const done = completed(transaction);
    // A task that fails ends the transaction, which then fails with another error.
    done.catch(() => undefined);
    try {
      const result = await task(transaction);
      await done;
      return result;
    } catch (error) {
      try {
        transaction.abort();
      } catch {
        // It has ended already.
      }
      throw error;
    }
  }

  async #connect(): Promise<IDBDatabase> {
    if (this.#database) return this.#database;
    const database = await openDatabase();
    database.onclose = () => (this.#database = null);
    return (this.#database = database);
  }
}

async function readLog(transaction: IDBTransaction, code: string): Promise<string[] | null> {
  const store = transaction.objectStore('entries');
  const entries = (await answerTo(store.getAll(entriesOf(code)))) as StoredEntry[];
  if (entries.some(({ position }, i) => position !== i + 1)) throw new DamagedLog(code);
  return entries.length ? entries.map(({ text }) => text) : null;
}
