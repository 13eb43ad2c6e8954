/* A player's part of the dice. */

import type { Identity } from '../identity';
import { bytes, hex } from './hex';
import { hmac } from './sha256';

/**
 * Your part of the dice of a game: the same on every device that holds this identity, another one
 * each time the table has to seal again, because the game has another name then.
 */
export function partFor(identity: Identity, game: string): string {
  const restarts = game.split('.')[1] ?? '0';
  return hex(hmac(bytes(identity.luck), new TextEncoder().encode(`${game} ${restarts}`)));
}
