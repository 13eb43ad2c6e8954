/* The tables that are stored on this device, without starting the engine. */

import {
  answerTo,
  completed,
  entriesOf,
  withDatabase,
  type LocalPeople,
  type LocalPerson,
  type StoredTable,
} from './database';

/** Returns all tables, the newest first. */
export const storedTables = () =>
  withDatabase(async (database) => {
    const store = database.transaction('tables').objectStore('tables');
    const tables = (await answerTo(store.getAll())) as StoredTable[];
    return tables.sort((a, b) => b.changed - a.changed);
  });

/** The players of the tables that were opened in this visit, also where nothing can be stored. */
const remembered = new Map<string, LocalPerson[]>();
export const rememberPeople = (code: string, people: LocalPerson[]) => remembered.set(code, people);

/** Returns the players of a table who use this device; none if there is no such table. */
export const peopleOf = (code: string): Promise<LocalPerson[]> =>
  withDatabase(async (database) => {
    const store = database.transaction('people').objectStore('people');
    return ((await answerTo(store.get(code))) as LocalPeople | undefined)?.people ?? [];
  })
    .catch(() => [])
    .then((people) => (people.length ? people : (remembered.get(code) ?? [])));

/** Deletes a table with its log. */
export const removeTable = (code: string) =>
  withDatabase((database) => {
    const transaction = database.transaction(['tables', 'people', 'entries'], 'readwrite');
    transaction.objectStore('tables').delete(code);
    transaction.objectStore('people').delete(code);
    transaction.objectStore('entries').delete(entriesOf(code));
    return completed(transaction);
  });
