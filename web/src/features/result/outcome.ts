/* How a game or a pad ended, in words. */

import { at } from '../../lib/itemAt';
import { cap, list, t } from '../../i18n';
import type { GameView, OverView, Result } from '../../protocol';

/** The common part of a finished game and a finished pad. */
export type Outcome = Pick<OverView, 'layout' | 'seats' | 'you'> & {
  game: Pick<GameView, 'cards' | 'closed'>;
  result: Pick<Result, 'places' | 'winners'>;
};

/** Returns the seats, the best first. */
export function ranked({ result }: Outcome): number[] {
  const seats = result.places.map((_, seat) => seat);
  return seats.sort((a, b) => at(result.places, a) - at(result.places, b));
}

/** Returns whether this player won against others. */
export function hasWon({ game, result, you }: Outcome): boolean {
  return game.cards.length > 1 && !!you && result.winners.includes(you.seat);
}

export function headline(outcome: Outcome): string {
  const { game, result, seats } = outcome;
  if (game.cards.length === 1) return t('table.status.over');
  const names = result.winners.map((seat) => at(seats, seat).name);
  if (names.length > 1) return t('result.share', { names: list(names) });
  return t(hasWon(outcome) ? 'result.youWin' : 'result.wins', { name: at(names, 0) });
}

/** Returns the headline for a player of the game, who reads how far ahead the winner is. */
export function ownHeadline(outcome: Outcome): string {
  const { game, result, seats, you } = outcome;
  const winner = at(result.winners, 0);
  if (!you || hasWon(outcome) || result.winners.length > 1 || game.cards.length === 1)
    return headline(outcome);
  const n = at(game.cards, winner).total - at(game.cards, you.seat).total;
  return t('result.behind', { name: at(seats, winner).name, n });
}

type End = Pick<OverView, 'layout' | 'seats' | 'you'> & Pick<GameView, 'cards' | 'closed'>;

/** Says what ended a game: the misthrows of a player, or the closed rows. */
export function endingSentence(
  { layout, seats, you, cards, closed }: End,
  ending: Result['ending'],
): string {
  if (ending !== 'misthrows') {
    const rows = closed.map(({ colour }) => t(`shared.colour.${colour}`));
    return cap(t('result.rows', { rows: list(rows) }));
  }
  const seat = cards.findIndex(({ misthrows }) => misthrows >= layout.misthrows);
  const name = seats[seat]?.name ?? '';
  return t(seat === you?.seat ? 'result.yourMisthrows' : 'result.misthrows', { name });
}
