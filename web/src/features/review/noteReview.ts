/* The coach's review of a game of one's own, noted with the game. */

import { reviewOf } from '../../net/reviewApi';
import type { Review } from '../../protocol';
import { games } from '../../lib/gameStore';

export async function reviewed(code: string, number: number, seat: number): Promise<Review> {
  const { review } = await reviewOf(code, number);
  const { luck = 0, given_away: given = 0 } = review.seats[seat] ?? {};
  games.note(`${code}-${number}`, () => ({ review: { unit: review.unit, luck, given } }));
  return review;
}
