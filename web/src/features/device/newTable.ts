/* Opens a table on this device. */

import { forget, fresh, identities, keep } from '../../lib/identity';
import { isOnDevice } from '../../lib/tableCode';
import { startDevice } from '../../net/device/device';
import { rememberPeople } from '../../net/device/storedTables';
import type { OpenTable, TableOpened, Variant } from '../../protocol';

/** Opens a table and starts its game; returns its code. */
export async function openTable(
  variant: Variant,
  names: string[],
  bots: string[],
): Promise<string> {
  // Browsers delete the data of pages that nobody has visited for a while, unless they are asked.
  void navigator.storage?.persist?.().catch(() => false);
  const people = names.map((name) => ({ name, ...fresh() }));
  const [first] = people;
  if (!first) throw new Error('a table has a player');
  const wish: OpenTable = {
    secret: first.secret,
    name: first.name,
    options: { variant, seats: people.length + bots.length, timer: 0, hints: false },
    bots,
    // Others sit down first.
    start: people.length === 1,
  };
  const { status, body } = await startDevice().ask('POST', 'tables', wish, people);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { code } = body as TableOpened;
  rememberPeople(code, people);
  // One is enough to know that somebody has played here; the others are in the database.
  for (const other of identities()) if (isOnDevice(other.code)) forget(other.code);
  keep({ code, secret: first.secret, luck: first.luck, at: 0 });
  return code;
}
