/* Pieces of text that several places put together in the same way. */

import type { CellName, Colour, Move } from '../protocol';
import type { Key } from './keys';

export type Args = Record<string, string | number>;
export type Translate = (key: Key, args?: Args) => string;

export function cap(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** With a true minus, as printed on the card. */
export function signed(n: number): string {
  return String(n).replace('-', '\u2212');
}

/** "r5" in words: "red 5". */
export function cellText(name: CellName, t: Translate): string {
  return t(`cellname.${name[0] as Colour}`, { n: name.slice(1) });
}

/** A cell for a sentence: bare, and with the article that some languages want before it. */
export function cellArgs(name: CellName, t: Translate): { cell: string; the: string } {
  const the = t(`cellthe.${name[0] as Colour}`, { n: name.slice(1) });
  return { cell: cellText(name, t), the };
}

/** The cell that a move crosses, or null for a pass. */
export function cellOf(move: Move): CellName | null {
  return move === '-' ? null : move.replace('*', '');
}
