/* "Play now" while no server answers: a game against bots on this device. */

import { t } from '../../i18n';
import { go } from '../../lib/router.svelte';
import { settings } from '../../lib/settings.svelte';
import { hasEngine } from '../../net/device/device';
import { openTable } from './newTable';

export interface PlayHere {
  /** The text of the button that leads to other games on this device. */
  more: string;
  /** Names the game that `play` begins; `game` is its text elsewhere. */
  text: (game: string) => string;
  play: () => Promise<void>;
}

/** Returns what can be played here; null if the engine is not on this device. */
export async function offerHere(): Promise<PlayHere | null> {
  if (!(await hasEngine())) return null;
  return {
    more: t('device.passAndPlay'),
    text: (game) => t('device.playHere', { game }),
    play: async () => {
      const { variant, bots, level, name } = settings;
      const levels = Array.from({ length: bots }, () => level);
      const names = [name || t('home.you')];
      go(`/${await openTable({ variant, names, bots: levels, hints: bots > 0 })}`);
    },
  };
}
