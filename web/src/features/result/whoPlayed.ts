/* Whether a player is asked for a name and a portrait at the end of a game: once in this browser. */

import { isAlone } from '../../board/tableView';
import { DAY_SCHEME } from '../../lib/fair/seal';
import { settings } from '../../lib/settings.svelte';
import { read, write } from '../../lib/storage';
import type { OverView } from '../../protocol';

const KEY = 'qwixx.who-played';

/** A name given at a table of friends is taken. The game of the day shows no names. */
export const asksWhoPlayed = (view: OverView): boolean =>
  !!view.you &&
  isAlone(view) &&
  view.fair?.scheme !== DAY_SCHEME &&
  !settings.name &&
  !read(KEY, false);

/** The player has answered, also with "Not now". */
export const neverAskAgain = (): void => write(KEY, true);
