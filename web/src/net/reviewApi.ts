/* Requests to the coach. */

import type { Hint, ReviewedGame } from '../protocol';
import { isOnDevice } from '../lib/tableCode';
import { localRecord } from './finishedGames';
import { request } from './http';

/** A game of this device is reviewed by the server of this page, which is sent its record. */
export const reviewOf = async (code: string, game: number) =>
  isOnDevice(code)
    ? reviewRecord(await localRecord(code, game))
    : request<ReviewedGame>(`/tables/${code}/games/${game}/review`);
export const reviewRecord = (record: string) => request<ReviewedGame>('/review', record);
export const hint = (code: string, secret: string) =>
  request<Hint>(`/tables/${code}/hint`, { secret });
