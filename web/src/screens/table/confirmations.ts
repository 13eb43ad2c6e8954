/* Where a second thought is worth a tap. */

import { cap, cellOf, cellText, signed, type Translate } from '../../i18n/text';
import type { Move, View } from '../../protocol';

/** Losing this many cells at once may be a slip of the finger. */
const MANY = 4;

export interface Question {
  title: string;
  text: string;
  yes: string;
}

export function question(view: View, move: Move, t: Translate): Question | null {
  const you = view.you!;
  const cell = cellOf(move);
  if (!cell) {
    // Without a choice there is nothing to think about.
    if (!you.pass?.misthrow || !you.offers.length) return null;
    return {
      title: t('confirm.misthrow'),
      text: t(you.pass.ends ? 'confirm.lastMisthrowText' : 'confirm.misthrowText', {
        points: signed(view.layout.misthrow),
      }),
      yes: t('confirm.takeMisthrow'),
    };
  }
  const offer = you.offers.find((entry) => entry.move === move);
  const yes = cap(t('action.cross', { cell: cellText(cell, t) }));
  if (offer?.ends) return { title: t('confirm.end'), text: t('confirm.endText'), yes };
  if (offer && offer.skips >= MANY) {
    const args = { n: offer.skips, cell: cellText(cell, t) };
    return { title: t('confirm.skip', args), text: t('confirm.skipText', args), yes };
  }
  return null;
}
