/* The order of an evening, and how the points of its players grew. */

import { at } from '../../lib/itemAt';
import type { Evening } from '../../protocol';

/** Returns the lines of an evening, the best first, with their places. The sum of points decides. */
export function standings({ lines }: Pick<Evening, 'lines'>): { line: number; place: number }[] {
  return lines
    .map(({ points }, line) => ({
      line,
      place: 1 + lines.filter((other) => other.points > points).length,
    }))
    .sort((a, b) => a.place - b.place);
}

/**
 * Returns the sums of points after each of the last games, the best player first; null for a single
 * game.
 */
export function runningTotals({ lines, last }: Evening) {
  if (last.length < 2) return null;
  const courses = standings({ lines }).map(({ line }) => {
    const played = last.map(({ points }) => points[line] ?? 0);
    let sum = at(lines, line).points - played.reduce((all, own) => all + own, 0);
    return { line, values: played.map((own) => (sum += own)) };
  });
  const all = courses.flatMap(({ values }) => values);
  return {
    lines: courses,
    first: at(last, 0).number,
    games: last.length,
    top: 50 * Math.ceil(Math.max(...all, 1) / 50),
    floor: 50 * Math.floor(Math.min(...all, 0) / 50),
  };
}
