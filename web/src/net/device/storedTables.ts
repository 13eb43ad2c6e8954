/* The tables that are stored on this device, without starting the engine. */

import {
  answerTo,
  completed,
  entriesOf,
  openDatabase,
  type LocalPeople,
  type LocalPerson,
  type StoredTable,
} from './database';

/** Opens the database for one task. */
async function withDatabase<T>(task: (database: IDBDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await task(database);
  } finally {
    database.close();
  }
}

/** Returns all tables, the newest first. */
export const storedTables = () =>
  withDatabase(async (database) => {
    const store = database.transaction('tables').objectStore('tables');
    const tables = (await answerTo(store.getAll())) as StoredTable[];
    return tables.sort((a, b) => b.changed - a.changed);
  });

/** Returns the players of a table who use this device; none if there is no such table. */
export const peopleOf = (code: string) =>
  withDatabase(async (database) => {
    const store = database.transaction('people').objectStore('people');
    const found = (await answerTo(store.get(code))) as LocalPeople | undefined;
    return found?.people ?? [];
  });

export const keepPeople = (code: string, people: LocalPerson[]) =>
  withDatabase((database) => {
    const transaction = database.transaction('people', 'readwrite', { durability: 'strict' });
    transaction.objectStore('people').put({ code, people } satisfies LocalPeople);
    return completed(transaction);
  });

/** Deletes a table with its log. */
export const removeTable = (code: string) =>
  withDatabase((database) => {
    const transaction = database.transaction(['tables', 'people', 'entries'], 'readwrite');
    transaction.objectStore('tables').delete(code);
    transaction.objectStore('people').delete(code);
    transaction.objectStore('entries').delete(entriesOf(code));
    return completed(transaction);
  });
