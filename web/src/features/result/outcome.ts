/* How a game or a pad ended, for those who read it. */

import { at } from '../../lib/itemAt';
import { list, t } from '../../i18n/index.svelte';
import type { GameView, OverView, Result } from '../../protocol';

/** What a finished game and a finished pad have in common. */
export type Outcome = Pick<OverView, 'layout' | 'seats' | 'you'> & {
  game: Pick<GameView, 'cards' | 'closed'>;
  result: Pick<Result, 'places' | 'winners'>;
};

/** The seats, the best first. */
export function ranked({ result }: Outcome): number[] {
  const seats = result.places.map((_, seat) => seat);
  return seats.sort((a, b) => at(result.places, a) - at(result.places, b));
}

/** Whether who looks has won, against somebody. */
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
