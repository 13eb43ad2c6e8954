/* Where a sum stands on a card whose rows hold cells of several colours. */

import type { CardState } from '../card/state';

/** Its row from the top, and whether it can no longer be crossed. */
export function reach({ rows }: CardState, name: string): { row: number; lost: boolean } {
  const row = rows.findIndex(({ cells }) => cells.some((cell) => cell.name === name));
  const { cells, closed } = rows[row] ?? {};
  return { row, lost: !!closed || !cells?.some((c) => c.name === name && c.mark === 'open') };
}
