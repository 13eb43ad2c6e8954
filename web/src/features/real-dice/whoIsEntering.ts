/* A sentence about the players who are entering dice now. */

import { list, t } from '../../i18n';
import type { PlayingView } from '../../protocol';
import { tapsAt } from './taps.svelte';

/** Returns an empty text if nobody is. */
export function whoTaps(view: PlayingView): string {
  const taps = tapsAt(view);
  const names = taps.map(({ seat }) =>
    seat === null ? t('realDice.ask.screen') : (view.seats[seat]?.name ?? ''),
  );
  return taps.length ? t('realDice.whoEnters', { n: taps.length, names: list(names) }) : '';
}
