/* How cards lie on paper: sizes in millimetres. Pure. */

export const PAPERS = {
  a4: { name: 'A4', width: 210, height: 297 },
  a5: { name: 'A5', width: 148, height: 210 },
  letter: { name: 'US Letter', width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof PAPERS;

export const MOST_CARDS = 6;
const MARGIN = 9;
const LEAST_ROW = 4.6;
const MOST_ROW = 11.5;
const MOST_ROW_LARGE = 30;

export interface Sizes {
  /** Of the page. */
  width: number;
  height: number;
  margin: number;
  /** A row of the card, and the numbers on it. */
  row: number;
  number: number;
  /** The score table and the sums below. */
  small: number;
  /** Between rows. */
  gap: number;
  /** How far lock and cells keep from the edge of their row. */
  inset: number;
  /** There is no room for a letter below the symbol. */
  low: boolean;
}

/** How large things are, or null if so many cards are too small to be used. */
export function sizesOf(
  paper: Paper,
  cards: number,
  columns: number,
  /** A row is written in two lines. */
  twoLines: boolean,
  large: boolean,
): Sizes | null {
  const { width, height } = PAPERS[paper];
  const small = large ? 4.6 : cards > 4 ? 2.6 : 3.4;
  const gap = large ? 2.4 : cards > 4 ? 0.9 : 1.3;
  // A line for the name, two of the score table, the boxes for sums, and air.
  const around = (1.3 + 2 * 1.3 + 1.9 * 1.25) * small + 3 * gap + 9;
  const room = (height - 2 * MARGIN) / cards - around;
  const most = (large ? MOST_ROW_LARGE : MOST_ROW) * (twoLines ? 1.7 : 1);
  const row = Math.min(room / 4, most);
  const line = twoLines ? row / 2 : row;
  if (line < LEAST_ROW || (large && line < 2 * LEAST_ROW)) return null;
  const cell = (width - 2 * MARGIN - 10) / (twoLines ? columns / 2 : columns);
  const number = Math.min(0.62 * line, 0.56 * cell, large ? 12 : 6);
  const low = !large && row < 8;
  return { width, height, margin: MARGIN, row, number, small, gap, inset: 0.07 * line, low };
}

/** The largest number of cards that fits. */
export function mostCards(...[paper, columns, twoLines, large]: [Paper, number, boolean, boolean]) {
  const counts = Array.from({ length: MOST_CARDS }, (_, i) => MOST_CARDS - i);
  return counts.find((count) => sizesOf(paper, count, columns, twoLines, large)) ?? 1;
}

/** So many different pairs, by chance. */
export function deal(pairs: number[][], count: number, chance: () => number): number[][] {
  const left = [...pairs];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(chance() * left.length), 1)[0] ?? [],
  );
}
