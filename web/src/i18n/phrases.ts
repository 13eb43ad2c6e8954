/* Pieces of text that several places put together in the same way. */

import type { CellName, Colour, Move, Reason } from '../protocol';
import { hasText, t } from './translate.svelte';

export type Args = Record<string, string | number>;

export function cap(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** With a true minus, as printed on the card. */
export function signed(n: number): string {
  return String(n).replace('-', '\u2212');
}

/** "r5" in words: "red 5". */
export function cellText(name: CellName): string {
  return t(`board.cellName.${name[0] as Colour}`, { n: name.slice(1) });
}

/** A cell for a sentence: bare, and with the article that some languages want before it. */
export function cellArgs(name: CellName): { cell: string; the: string } {
  const the = t(`board.theCell.${name[0] as Colour}`, { n: name.slice(1) });
  return { cell: cellText(name), the };
}

/** The cell that a move crosses, or null for a pass. */
export function cellOf(move: Move): CellName | null {
  return move === '-' ? null : move.replace('*', '');
}

/** Returns why a cell cannot be crossed, with the cell or the number that it is about. */
export function whyNotText(reason: Reason, args: Args): string {
  const detailed = `table.reason.${reason}`;
  return hasText(detailed) ? t(detailed, args) : t(`common.refusal.${reason}`);
}
