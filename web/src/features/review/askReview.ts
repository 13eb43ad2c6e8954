/* Asks the coach for a review, and notes it with the game if this browser keeps the game. */

import { reviewOf } from '../../net/reviewApi';
import type { ReviewedGame } from '../../protocol';
import { games } from '../../lib/gameStore';
import { codeOf } from '../../net/http';

const RETRY_AFTER = 1500;

/** Asks again while the coach is busy, and throws if nobody waits for the answer any more. */
export async function untilNotBusy<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
  onbusy?: () => void,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await ask();
      signal.throwIfAborted();
      return answer;
    } catch (error) {
      if (codeOf(error) !== 'busy') throw error;
    }
    onbusy?.();
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    signal.throwIfAborted();
  }
}

export async function askReview(
  code: string,
  number: number,
  ...[signal, onbusy]: [AbortSignal, (() => void)?]
): Promise<ReviewedGame> {
  const found = await untilNotBusy(() => reviewOf(code, number), signal, onbusy);
  const { unit, seats } = found.review;
  games.note(`${code}-${number}`, ({ seat }) => {
    const { luck = 0, given_away: given = 0 } = seats[seat] ?? {};
    return { review: { unit, luck, given } };
  });
  return found;
}
