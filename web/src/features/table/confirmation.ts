/* Moves that the player should confirm. */

import { cellOf } from '../../i18n';
import type { Move, You } from '../../protocol';

/** Losing this many cells at once may be a slip of the finger. */
const MANY = 4;

/** Why a move should be confirmed. */
export type Doubt = 'misthrow' | 'last-misthrow' | 'end' | 'skip';

export function doubtOf(you: You, move: Move): Doubt | null {
  if (!cellOf(move)) {
    // Without a choice there is nothing to think about.
    if (!you.pass?.misthrow || !you.offers.length) return null;
    return you.pass.ends ? 'last-misthrow' : 'misthrow';
  }
  const offer = you.offers.find((entry) => entry.move === move);
  if (offer?.ends) return 'end';
  return offer && offer.skips >= MANY ? 'skip' : null;
}
