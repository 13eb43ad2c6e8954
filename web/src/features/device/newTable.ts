/* Opens a table on this device. */

import { forget, newIdentity, identities, saveIdentity } from '../../lib/identity';
import { isOnDevice } from '../../lib/tableCode';
import type { Setup } from '../../net/device/database';
import { startDevice } from '../../net/device/device';
import { rememberPeople } from '../../net/device/storedTables';
import { levelOrDefault } from '../../ui/botLevels';
import type { BotLevel, OpenTable, TableOpened } from '../../protocol';

/** Opens a table and starts its game; returns its code. */
export async function openTable(setup: Setup): Promise<string> {
  // Browsers delete the data of pages that nobody has visited for a while, unless they are asked.
  void navigator.storage?.persist?.().catch(() => false);
  const device = startDevice();
  const { variant, names, allRows = false, dice = 'ours', hints = false } = setup;
  const { body: all } = await device.ask('GET', 'bots');
  const played = allRows ? `${variant}-all` : variant;
  const levels = (all as BotLevel[]).filter(({ variants }) => variants.includes(played));
  const bots = dice === 'pad' ? [] : setup.bots.map((level) => levelOrDefault(levels, level));
  // All cards of a pad belong to one player.
  const people = names
    .slice(0, dice === 'pad' ? 1 : undefined)
    .map((name) => ({ name, ...newIdentity() }));
  const [first] = people;
  if (!first) throw new Error('a table has a player');
  const wish: OpenTable = {
    secret: first.secret,
    name: first.name,
    options: { variant, seats: names.length + bots.length, timer: 0, hints, dice, allRows },
    bots,
    // Others sit down first.
    start: names.length === 1,
  };
  const local = { people, setup };
  const { status, body } = await device.ask('POST', 'tables', wish, local);
  if (status !== 200) throw new Error(JSON.stringify(body));
  const { code } = body as TableOpened;
  rememberPeople({ code, ...local });
  // One is enough to know that games are stored here; the others are in the database.
  for (const other of identities()) if (isOnDevice(other.code)) forget(other.code);
  saveIdentity({ code, secret: first.secret, luck: first.luck, at: 0 });
  return code;
}
