/* The tables of this device in a file, to go on with them elsewhere. */

import { newIdentity, saveIdentity } from '../../lib/identity';
import { LAYOUTS } from '../../protocol';
import { answerTo, completed, withDatabase } from './database';
import type { LocalPeople, StoredEntry, StoredTable } from './database';

export interface TableFile {
  tables: StoredTable[];
  people: LocalPeople[];
  entries: StoredEntry[];
}

const STORES = ['tables', 'people', 'entries'] as const;

/** Returns everything of the tables; null if the browser keeps nothing. */
export const tableFile = (): Promise<TableFile | null> =>
  withDatabase(async (database) => {
    const transaction = database.transaction(STORES);
    const all = (store: string) => answerTo(transaction.objectStore(store).getAll());
    const [tables, people, entries] = await Promise.all(STORES.map(all));
    return { tables, people, entries } as TableFile;
  }).catch(() => null);

/** Adds the tables of a file that are not here yet, and returns their number. */
export const addTables = ({ tables, people, entries }: TableFile): Promise<number> =>
  withDatabase(async (database) => {
    const transaction = database.transaction(STORES, 'readwrite');
    const known = await answerTo(transaction.objectStore('tables').getAllKeys());
    const added = tables.filter((table) => canBeListed(table) && !known.includes(table.code));
    for (const { code, changed, summary } of added) {
      // The picture of the card comes again with the next entry.
      const table = { code, changed, summary: { ...summary, card: null } };
      transaction.objectStore('tables').put(table);
      for (const each of people)
        if (each.code === code) transaction.objectStore('people').put(each);
      for (const each of entries)
        if (each.code === code) transaction.objectStore('entries').put(each);
      saveIdentity({ ...newIdentity(), code, at: 0 });
    }
    await completed(transaction);
    return added.length;
  });

/** A file may come from anywhere. The engine judges the log when the table is opened. */
const canBeListed = ({ code, changed, summary }: StoredTable): boolean =>
  /^O[A-Z]{5}$/.test(code) &&
  [changed, summary.turn].every(Number.isInteger) &&
  summary.variant in LAYOUTS &&
  [...summary.others, ...summary.bots].every((name) => typeof name === 'string');
