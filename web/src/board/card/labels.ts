/* What a screen reader says about the parts of a card. */

import { cap, cellText, type Translate } from '../../i18n/text';
import type { CellState, RowState } from './state';

export function cellLabel(cell: CellState, closed: boolean, t: Translate): string {
  const parts = [cap(cellText(cell.name, t))];
  if (cell.mark === 'crossed') parts.push(t('cell.crossed'));
  else if (closed) parts.push(t('cell.closed'));
  else if (cell.mark === 'skipped') parts.push(t('cell.skipped'));
  if (cell.lucky) parts.push(t('cell.lucky'));
  if (cell.hint && cell.offered) parts.push(cell.said ?? cell.hint);
  if (cell.chosen) parts.push(t('cell.chosen'));
  else if (cell.offered) parts.push(t('cell.offered'));
  return parts.join(', ');
}

export function rowLabel(row: RowState, t: Translate): string {
  const crossed = row.cells.filter((cell) => cell.mark === 'crossed').map((cell) => cell.number);
  const parts = [
    `${cap(t(`rowname.${row.colour}`))}: ${crossed.length ? crossed.join(', ') : t('row.empty')}`,
    t('row.crosses', { n: row.crosses }),
    t('points', { n: row.points }),
  ];
  if (row.closed) parts.push(lockedBy(row.closed, row.yours, t));
  return parts.join('; ');
}

function lockedBy(closed: string[], yours: boolean, t: Translate): string {
  const names = closed.join(', ');
  if (yours) return t(names ? 'row.lockedByBoth' : 'row.lockedByYou', { names });
  return names ? t('row.lockedBy', { names }) : t('row.locked');
}

/** The same in short. */
export function lockers({ closed, yours }: RowState, t: Translate): string {
  return [...(yours ? [t('you')] : []), ...(closed ?? [])].join(', ');
}
