/* Where a second thought is worth a tap. */

import { cap, cellArgs, cellOf, type Translate } from '../../i18n/text';
import type { Move, View, You } from '../../protocol';

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

export interface Question {
  title: string;
  text: string;
  yes: string;
}

/** The doubt in words. */
export function question(view: View, move: Move, doubt: Doubt, t: Translate): Question {
  const cell = cellOf(move);
  if (!cell) {
    return {
      title: t('confirm.misthrow'),
      text: t(doubt === 'last-misthrow' ? 'confirm.lastMisthrowText' : 'confirm.misthrowText', {
        points: Math.abs(view.layout.misthrow),
      }),
      yes: t('confirm.takeMisthrow'),
    };
  }
  const yes = cap(t('action.cross', cellArgs(cell, t)));
  if (doubt === 'end') return { title: t('confirm.end'), text: t('confirm.endText'), yes };
  const skips = view.you?.offers.find((entry) => entry.move === move)?.skips ?? 0;
  const args = { n: skips, ...cellArgs(cell, t) };
  return { title: t('confirm.skip', args), text: t('confirm.skipText', args), yes };
}
