/* What the coach is asked. */

import type { Hint, ReviewedGame } from '../protocol';
import { request } from './http';

export const reviewOf = (code: string, game: number) =>
  request<ReviewedGame>(`/tables/${code}/games/${game}/review`);
export const reviewRecord = (record: string) => request<ReviewedGame>('/review', record);
export const hint = (code: string, secret: string) =>
  request<Hint>(`/tables/${code}/hint`, { secret });
