/* Who is entering dice just now, in words. */

import { list } from '../../i18n/index.svelte';
import type { PlayingView } from '../../protocol';
import { d } from '../../i18n/real/catalogue.svelte';
import { tapsAt } from './taps.svelte';

/** Nothing, where nobody is. */
export function whoTaps(view: PlayingView): string {
  const taps = tapsAt(view);
  const names = taps.map(({ seat }) =>
    seat === null ? d('ask.screen') : (view.seats[seat]?.name ?? ''),
  );
  return taps.length ? d('tap.who', { n: taps.length, names: list(names) }) : '';
}
