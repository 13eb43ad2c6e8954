/* What decided a game for a seat: clauses with the figure in <b> for a gain and <i> for a loss. */

import type { ReviewSeat } from '../../protocol';
import { billOf, type Part } from './scoreBreakdown';
import { t } from '../../i18n';
import type { Unit } from './numbers';

export interface Whose {
  you: boolean;
  name?: string | undefined;
}

export function clausesOf(seat: ReviewSeat, unit: Unit, { you, name = '' }: Whose): string[] {
  const { lines } = billOf(seat, unit);
  const told: Part[] = ['dice', 'own', 'others'];
  return told.flatMap((part) => {
    const line = lines.find((entry) => entry.part === part);
    if (!line || part === 'rest') return [];
    const key = `${part}${line.points < 0 ? 'Cost' : 'Gave'}` as const;
    const args = { n: Math.abs(line.points), name };
    const text = you ? t(`review.you.${key}`, args) : t(`review.they.${key}`, args);
    // Alone there are no others, and the sentence ends here.
    return [unit === 'points' && part === 'own' ? ended(text) : text];
  });
}

/** The first half of it, on one line: the dice, and what was chosen. */
export function shortSentence(seat: ReviewSeat, unit: Unit): string {
  const text = clausesOf(seat, unit, { you: true }).slice(0, 2).join(' ');
  return ended(text.replace(/<\/?[bi]>/g, ''));
}

const ended = (text: string) => text.replace(/,$/, '.');
