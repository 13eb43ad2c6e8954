/* The crosses that a screen marks as new. */

import { at } from '../../lib/itemAt';
import { cellOf } from '../../i18n';
import type { CellName, GameView } from '../../protocol';

/** Returns what `seat` crossed last: those of this turn, or of the turn before until the next roll. */
export function latestCrosses(game: GameView, seat: number): CellName[] {
  const { phase, white, last } = game;
  if (phase === 'white') return [];
  const moves =
    phase === 'colour'
      ? [white && at(white, seat)]
      : last && [at(last.white, seat), seat === last.active ? last.colour : null];
  return (moves ?? []).map((move) => move && cellOf(move)).filter((cell) => !!cell) as CellName[];
}
