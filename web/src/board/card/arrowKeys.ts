import { at } from '../../lib/itemAt';
/** The cell that a key leads to from `from`, or null if the key means nothing here. */
export function step(grid: string[][], from: string, key: string): string | null {
  const row = grid.findIndex((names) => names.includes(from));
  const names = grid[row];
  if (!names) return null;
  const column = names.indexOf(from);
  const cell = (r: number, c: number) => {
    const target = at(grid, Math.max(0, Math.min(grid.length - 1, r)));
    return at(target, Math.max(0, Math.min(target.length - 1, c)));
  };
  switch (key) {
    case 'ArrowLeft':
      return cell(row, column - 1);
    case 'ArrowRight':
      return cell(row, column + 1);
    case 'ArrowUp':
      return cell(row - 1, column);
    case 'ArrowDown':
      return cell(row + 1, column);
    case 'Home':
      return cell(row, 0);
    case 'End':
      return cell(row, names.length - 1);
    default:
      return null;
  }
}
