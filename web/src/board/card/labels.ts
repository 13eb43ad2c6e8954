/* The texts of a card for screen readers. */

import { t, cap, cellText } from '../../i18n';
import type { CellState, RowState } from './state';

export function cellLabel(cell: CellState, closed: boolean): string {
  const parts = [cap(cellText(cell.name))];
  if (cell.mark === 'crossed') parts.push(t('board.cell.crossed'));
  else if (closed) parts.push(t('board.cell.closed'));
  else if (cell.mark === 'skipped') parts.push(t('board.cell.skipped'));
  if (cell.lucky) parts.push(t('board.cell.lucky'));
  if (cell.hint && cell.offered) parts.push(cell.said ?? cell.hint);
  if (cell.chosen) parts.push(t('board.cell.chosen'));
  else if (cell.offered) parts.push(t('board.cell.offered'));
  return parts.join(', ');
}

export function rowLabel(row: RowState): string {
  const crossed = row.cells.filter((cell) => cell.mark === 'crossed').map((cell) => cell.number);
  const parts = [
    `${cap(t(`board.rowName.${row.colour}`))}: ${crossed.length ? crossed.join(', ') : t('board.row.empty')}`,
    t('board.row.crosses', { n: row.crosses }),
    t('common.points', { n: row.points }),
  ];
  if (row.closed) parts.push(lockedBy(row.closed, row.yours));
  return parts.join('; ');
}

function lockedBy(closed: string[], yours: boolean): string {
  const names = closed.join(', ');
  if (yours) return t(names ? 'board.row.lockedByBoth' : 'board.row.lockedByYou', { names });
  return names ? t('board.row.lockedBy', { names }) : t('board.row.locked');
}

/** The same in short. */
export function lockers({ closed, yours }: RowState): string {
  return [...(yours ? [t('common.you')] : []), ...(closed ?? [])].join(', ');
}
