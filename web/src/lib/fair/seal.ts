/* Sealing: all of docs/fair-dice-specification.md that a game needs before its end. */

import { bytes, hex } from './hex';
import { sha256 } from './sha256';

/** The game of a day: the server's alone, and said to be. */
export const DAY_SCHEME = 'qwixx-day-1';

export function commitment(part: string): string {
  return hex(sha256(bytes(part)));
}
