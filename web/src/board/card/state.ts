/*
 * The data that a card draws. A card knows no rules: it draws this object and reports taps.
 */

import type { CellName, Colour } from '../../protocol';

export interface CardState {
  rows: RowState[];
  /** Points for 1, 2, 3 … crosses: the table under the rows. */
  points: number[];
  /** Crosses a row needs before its locking cells: segments of the ring round the lock. */
  needed: number;
  misthrows: {
    count: number;
    max: number;
    /** The points of one misthrow, -5. */
    points: number;
    /** The next box is threatened: passing now would fill it. */
    warned: boolean;
  };
  total: number;
  /** Longo: the two numbers and the one of them that has just been rolled. Empty: none. */
  lucky: { number: number; rolled: boolean }[];
}

export interface RowState {
  colour: Colour;
  cells: CellState[];
  /** The lock symbol is crossed on this card. */
  locked: boolean;
  /** The players who closed the row for everyone, without you; null while it is open. */
  closed: string[] | null;
  /** You locked it, perhaps with others. */
  yours: boolean;
  crosses: number;
  points: number;
}

export interface CellState {
  name: CellName;
  /** Its own, which need not be that of the row. */
  colour: Colour;
  number: number;
  mark: 'open' | 'crossed' | 'skipped';
  /** May be crossed now. */
  offered: boolean;
  /** … as a lucky cross. */
  lucky: boolean;
  /** Which dice make it, "4+6"; empty if it goes without saying. */
  hint: string;
  /** The same in words, if `hint` needs an explanation. */
  said?: string;
  /** Marked in pencil. */
  chosen: boolean;
  /** The player asked why it may not be crossed. */
  asked: boolean;
  /** This cross is the reason. */
  blocking: boolean;
  /** Joined to the lock. */
  locking: boolean;
  /** The coach shows what it is worth, in `hint`. */
  verdict?: 'best' | 'cost';
  /** The player chose it. */
  played?: boolean;
}
