/* The sizes of cards on paper, in millimetres. */

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
  /** The space between rows. */
  gap: number;
  /** The space between a cell and the edge of its row. */
  inset: number;
  /** There is no room for a letter below the symbol. */
  low: boolean;
}

/** Returns the sizes of a page of cards, or null if the cards would be too small to use. */
export function sizesOf(
  paper: Paper,
  cards: number,
  columns: number,
  large: boolean,
): Sizes | null {
  const { width, height } = PAPERS[paper];
  const small = large ? 4.6 : cards > 4 ? 2.6 : 3.4;
  const gap = large ? 2.4 : cards > 4 ? 0.9 : 1.3;
  // A line for the name, two of the score table, the boxes for sums, and air.
  const around = (1.3 + 2 * 1.3 + 1.9 * 1.25) * small + 3 * gap + 9;
  const room = (height - 2 * MARGIN) / cards - around;
  const row = Math.min(room / 4, large ? MOST_ROW_LARGE : MOST_ROW);
  if (row < (large ? 2 : 1) * LEAST_ROW) return null;
  const cell = (width - 2 * MARGIN - 10) / columns;
  const number = Math.min(0.62 * row, 0.56 * cell, large ? 12 : 6);
  const low = !large && row < 8;
  return { width, height, margin: MARGIN, row, number, small, gap, inset: 0.07 * row, low };
}

/** Returns the largest number of cards that fits. */
export function mostCards(paper: Paper, columns: number, large: boolean): number {
  const counts = Array.from({ length: MOST_CARDS }, (_, i) => MOST_CARDS - i);
  return counts.find((count) => sizesOf(paper, count, columns, large)) ?? 1;
}

/** Returns `count` different pairs, by chance. */
export function deal(pairs: number[][], count: number, chance: () => number): number[][] {
  const left = [...pairs];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(chance() * left.length), 1)[0] ?? [],
  );
}
