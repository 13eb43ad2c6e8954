/* The costs of moves on the card, below the numbers of their cells. */

import type { CardState } from '../../board/card/state';
import { cellOf, t } from '../../i18n';
import type { Move, MoveCost } from '../../protocol';
import { costText, inPoints, pointsText, type Unit } from './numbers';

export interface Cost {
  /** "✓", "−2.1", "=". */
  text: string;
  /** The cost in words, with the rank of the move. */
  said: string;
}

/** Returns the cost of a move. `moves` are in order, the best first. */
export function costOf(moves: MoveCost[], move: Move, unit: Unit): Cost {
  const rank = moves.findIndex((entry) => entry.move === move);
  const cost = moves[rank]?.cost ?? 0;
  if (!rank) return { text: '✓', said: t('review.cost.best') };
  const points = inPoints(cost, unit);
  const worth =
    points < 1 ? t('review.cost.same') : t('review.cost.points', { n: pointsText(points) });
  const place = t('review.cost.rank', { rank: rank + 1, count: moves.length });
  return { text: costText(cost, unit), said: `${worth}, ${place}` };
}

/** Offers the cell of every move on the card, with its cost if `costs` are known. */
export function showMoves(
  card: CardState,
  moves: Move[],
  costs: MoveCost[] | null,
  unit: Unit,
  played: Move | null = null,
): CardState {
  const best = costs?.[0]?.move;
  for (const row of card.rows) {
    for (const cell of row.cells) {
      const mine = moves.filter((move) => cellOf(move) === cell.name);
      if (!mine.length) continue;
      cell.offered = true;
      cell.lucky = mine.some((move) => move.startsWith('*'));
      cell.played = mine.includes(played ?? '');
      if (!costs) continue;
      const cheapest = costs.find((entry) => mine.includes(entry.move));
      if (!cheapest) continue;
      cell.verdict = cellOf(cheapest.move) === cellOf(best ?? '-') ? 'best' : 'cost';
      const { text, said } = costOf(costs, cheapest.move, unit);
      cell.hint = text;
      cell.said = said;
    }
  }
  return card;
}
