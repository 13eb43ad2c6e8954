/* Links that move a seat to another device. */

import { fingerprint } from './fair/fingerprint';
import { witnessAt } from './fair/witnessStore';
import type { Identity } from './identity';

/**
 * A link that moves this seat to another device, with what was seen of the dice. The fragment is
 * never sent to a server.
 */
export function seatLink(address: string, ticket: string, identity: Identity): string {
  const pin = witnessAt(identity.code);
  const seen = pin && !pin.print ? [gameInLink(pin.game), fingerprint(pin)] : [];
  return `${address}#seat=${[ticket, identity.luck, ...seen].join('.')}`;
}

const gameInLink = (game: string) => game.slice(game.indexOf('-') + 1).replace('.', '-');
