/* Statistics of many games. */

import { at } from '../../lib/itemAt';
import { LEVELS } from '../../ui/botLevels';
import { LAYOUTS, type Variant } from '../../protocol';
import type { PlayedGame } from '../../lib/playedGames';

export const isAlone = (game: PlayedGame) => game.totals.length === 1;
/** A shared win is one, too. Alone there is nobody to beat. */
export const isWon = (game: PlayedGame) => !isAlone(game) && game.places[game.seat] === 1;
export const pointsOf = (game: PlayedGame) => at(game.totals, game.seat);

/** Returns 'people' if the opponents included one, and otherwise the strongest bot. */
export function companyOf(game: PlayedGame): string {
  const others = game.bots.filter((_, seat) => seat !== game.seat);
  if (others.includes(null)) return 'people';
  const rank = (level: string | null) => LEVELS.indexOf(level ?? '');
  return others.reduce((most, level) => (rank(level) > rank(most) ? level : most)) ?? 'people';
}

export interface Wins {
  won: number;
  of: number;
}

/** Games and wins by players (rows) and company (columns). */
export function winsByTable(games: PlayedGame[]): {
  columns: string[];
  rows: { players: number; wins: (Wins | null)[] }[];
} {
  const company = games.filter((game) => !isAlone(game));
  const there = new Set(company.map(companyOf));
  const columns = ['people', ...LEVELS].filter((column) => there.has(column));
  columns.push(...[...there].filter((column) => !columns.includes(column)).sort());
  const sizes = [...new Set(company.map((game) => game.totals.length))].sort((a, b) => a - b);
  const count = (found: PlayedGame[]) =>
    found.length ? { won: found.filter(isWon).length, of: found.length } : null;
  const rows = sizes.map((players) => {
    const same = company.filter((game) => game.totals.length === players);
    const wins = columns.map((column) => count(same.filter((game) => companyOf(game) === column)));
    return { players, wins };
  });
  return { columns, rows };
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export interface Average {
  variant: Variant;
  /** For each row: how often each cell was crossed (0 to 1), crosses in a game, all locks. */
  rows: { cells: number[]; lock: number; crosses: number; locks: number }[];
}

/** The average card of a sheet, or null if none was played. */
export function averageCard(games: PlayedGame[], variant: Variant): Average | null {
  const cards = games.filter((game) => game.variant === variant).map((game) => game.rows);
  if (!cards.length) return null;
  const rows = LAYOUTS[variant].rows.map(({ numbers }, r) => {
    const marks = cards.map((rows) => rows[r] ?? '');
    const locks = marks.filter((row) => row.endsWith('L')).length;
    const cells = numbers.map((_, c) => mean(marks.map((row) => Number(row[c] === 'x'))));
    const lock = locks / cards.length;
    return { cells, lock, crosses: cells.reduce((sum, cell) => sum + cell, lock), locks };
  });
  return { variant, rows };
}

/** Returns the people you played against most: how often you were ahead of each, and the games. */
export function rivalsOf(games: PlayedGame[], most: number) {
  const rivals = new Map<string, { name: string; won: number; n: number }>();
  for (const { names, bots, seat, places } of games)
    names.forEach((name, other) => {
      if (other === seat || bots[other] !== null || !name) return;
      const rival = rivals.get(name) ?? { name, won: 0, n: 0 };
      rivals.set(name, rival);
      rival.n += 1;
      rival.won += Number(at(places, seat) < at(places, other));
    });
  return [...rivals.values()].sort((a, b) => b.n - a.n).slice(0, most);
}

export interface Figures {
  games: number;
  won: number;
  /** The number of games with an opponent. */
  company: number;
  average: number;
  best: number;
  mostInARow: number;
  misthrows: number;
  withoutMisthrow: number;
  /** Points of the winning chance given away a game, in the last twenty and in those before. */
  given: number | null;
  givenBefore: number | null;
  /** The average luck of the dice in a game, in the same points. */
  luck: number | null;
}

const LAST = 20;

/** Null if there are no games. */
export function figuresOf(games: PlayedGame[]): Figures | null {
  if (!games.length) return null;
  const reviews = games.flatMap(({ review }) => (review?.unit === 'share' ? [review] : []));
  const share = (values: number[]) => (values.length ? 100 * mean(values) : null);
  return {
    games: games.length,
    won: games.filter(isWon).length,
    company: games.filter((game) => !isAlone(game)).length,
    average: mean(games.map(pointsOf)),
    best: Math.max(...games.map(pointsOf)),
    mostInARow: longestRun(games.filter((game) => !isAlone(game)).map(isWon)),
    misthrows: mean(games.map((game) => game.misthrows)),
    withoutMisthrow: games.filter((game) => game.misthrows === 0).length,
    given: share(reviews.slice(0, LAST).map(({ given }) => given)),
    givenBefore: share(reviews.slice(LAST).map(({ given }) => given)),
    luck: share(reviews.map(({ luck }) => luck)),
  };
}

function longestRun(flags: boolean[]): number {
  let most = 0;
  let run = 0;
  for (const flag of flags) {
    run = flag ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
}

/** Points from the oldest game on, each with the mean of the last ten. */
export function scoreHistory(
  games: PlayedGame[],
): { game: PlayedGame; points: number; mean: number }[] {
  const course = [...games].reverse();
  const points = course.map(pointsOf);
  return course.map((game, i) => ({
    game,
    points: at(points, i),
    mean: mean(points.slice(Math.max(0, i - 9), i + 1)),
  }));
}
