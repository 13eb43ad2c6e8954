/* The tables that are stored on this device, without starting the engine. */

import { write } from '../../lib/storage';
import {
  answerTo,
  completed,
  entriesOf,
  openDatabase,
  withDatabase,
  type LocalPeople,
  type StoredTable,
} from './database';

/** The key of the last table's options in the storage of the browser. */
export const LAST_SETUP = 'qwixx.device';

/** Returns all tables, the newest first. */
export const storedTables = () =>
  withDatabase(async (database) => {
    const store = database.transaction('tables').objectStore('tables');
    const tables = (await answerTo(store.getAll())) as StoredTable[];
    return tables.sort((a, b) => b.changed - a.changed);
  });

/** The players of the tables that were opened in this visit, also if nothing can be stored. */
const remembered = new Map<string, LocalPeople>();
export const rememberPeople = (local: LocalPeople) => remembered.set(local.code, local);

/** Returns the players of a table who use this device; undefined if there is no such table. */
export const peopleOf = (code: string): Promise<LocalPeople | undefined> =>
  withDatabase(async (database) => {
    const store = database.transaction('people').objectStore('people');
    return (await answerTo(store.get(code))) as LocalPeople | undefined;
  })
    .catch(() => undefined)
    .then((found) => found ?? remembered.get(code));

/** Deletes all tables, and how the last one was set up: it has names. */
export async function removeTables(): Promise<void> {
  write(LAST_SETUP, {});
  // If nothing can be stored, there is nothing to delete.
  const database = await openDatabase().catch(() => null);
  if (!database) return;
  const stores = ['tables', 'people', 'entries'];
  const transaction = database.transaction(stores, 'readwrite');
  for (const store of stores) transaction.objectStore(store).clear();
  await completed(transaction).finally(() => database.close());
}

/** Deletes a table with its log. */
export const removeTable = (code: string) =>
  withDatabase((database) => {
    const transaction = database.transaction(['tables', 'people', 'entries'], 'readwrite');
    transaction.objectStore('tables').delete(code);
    transaction.objectStore('people').delete(code);
    transaction.objectStore('entries').delete(entriesOf(code));
    return completed(transaction);
  });
