/* The reasons for a player's result: clauses in which <b> marks a gain and <i> a loss. */

import type { ReviewSeat } from '../../protocol';
import { breakdownOf, type Part } from './scoreBreakdown';
import { t } from '../../i18n';
import type { Unit } from './numbers';

export interface Whose {
  you: boolean;
  name?: string | undefined;
}

export function clausesOf(seat: ReviewSeat, unit: Unit, { you, name = '' }: Whose): string[] {
  const { lines } = breakdownOf(seat, unit);
  const parts: Part[] = ['dice', 'own', 'others'];
  return parts.flatMap((part) => {
    const line = lines.find((entry) => entry.part === part);
    if (!line || part === 'rest') return [];
    const key = `${part}${line.points < 0 ? 'Cost' : 'Gave'}` as const;
    const args = { n: Math.abs(line.points), name };
    const text = you ? t(`review.you.${key}`, args) : t(`review.they.${key}`, args);
    // In a game alone there are no others, and the sentence ends here.
    return [unit === 'points' && part === 'own' ? ended(text) : text];
  });
}

const ended = (text: string) => text.replace(/,$/, '.');
