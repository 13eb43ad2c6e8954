/* Costs on the card itself: in the cell, under its number. */

import type { CardState } from '../card/state';
import { cellOf } from '../i18n/text';
import type { Language, Move, MoveCost } from '../protocol';
import { costText, type Unit } from './numbers';

/** The cell of every move offers itself, with its cost unless `costs` are still a secret. */
export function showMoves(
  card: CardState,
  moves: Move[],
  costs: MoveCost[] | null,
  unit: Unit,
  language: Language,
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
      cell.hint = cell.verdict === 'best' ? '✓' : costText(cheapest.cost, unit, language);
    }
  }
  return card;
}
