/* What the page reads out of a view in several places. */

import { t } from '../i18n';
import { settings } from '../lib/settings.svelte';
import type { PlayedView, View } from '../protocol';

/** Names for all: a player's data may have been deleted, and the game of the day knows no names. */
export function named<V extends View>(view: V): V {
  return {
    ...view,
    seats: view.seats.map((seat, number) => ({
      ...seat,
      name:
        seat.name ||
        (number === view.you?.seat ? settings.name || t('home.you') : t('common.someone')),
    })),
  };
}

/** A view with a game to look at. */
export const isPlayed = (view: View): view is PlayedView =>
  view.stage === 'playing' || view.stage === 'over';

/** You opened this table, or were made its host. */
export const isHost = ({ you, host }: View): boolean => !!you && you.seat === host;

export const namesOf = ({ seats }: Pick<View, 'seats'>): string[] => seats.map(({ name }) => name);

export const peopleAt = ({ seats }: Pick<View, 'seats'>): number =>
  seats.filter(({ kind }) => kind === 'player').length;

/** One player, among bots or without anybody. */
export const isAlone = (view: Pick<View, 'seats'>): boolean => peopleAt(view) === 1;
