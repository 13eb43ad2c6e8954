/* A player's part of the dice. */

import type { Identity } from '../identity';
import { bytes, hex } from './hex';
import { hmac } from './sha256';

/**
 * Returns your part of the dice of a game. It is the same on every device with this identity. It
 * changes when the table re-seals the dice, because the game gets another name then.
 */
export function partFor(identity: Identity, game: string): string {
  const restarts = game.split('.')[1] ?? '0';
  return hex(hmac(bytes(identity.luck), new TextEncoder().encode(`${game} ${restarts}`)));
}
