/* Facts about a view that several parts of the page need. */

import { list, t } from '../i18n';
import { at } from '../lib/itemAt';
import { settings } from '../lib/settings.svelte';
import type { PlayedView, Seat, View } from '../protocol';

type Seats = Pick<View, 'seats'>;

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

export const namesOf = ({ seats }: Seats): string[] => seats.map(({ name }) => name);

export const nameAt = ({ seats }: Seats, seat: number): string => at(seats, seat).name;

/** "Mara, Jonas and Pip" */
export const namesAt = (view: Seats, seats: number[]): string =>
  list(seats.map((seat) => nameAt(view, seat)));

export const peopleAt = ({ seats }: Seats): number =>
  seats.filter(({ kind }) => kind === 'player').length;

/** One player, among bots or without anybody. */
export const isAlone = (view: Seats): boolean => peopleAt(view) === 1;

/** A player who is not connected, and for whom no bot plays. */
export const isAway = ({ kind, bot, presence }: Seat): boolean =>
  kind === 'player' && bot === null && presence === 'away';
