/* The game of the day, and how the player's own game of it did. */

import { dayResult, today, type Outcome } from '../../net/dailyApi';
import type { Today } from '../../protocol';
import { myDay, noteSeals } from './days';

export async function loadDay(): Promise<{ found: Today; result: Outcome | null }> {
  const found = await today();
  noteSeals(found);
  const mine = myDay(found.today.day);
  return { found, result: mine ? await dayResult(mine.code) : null };
}
