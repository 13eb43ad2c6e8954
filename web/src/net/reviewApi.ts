/* Requests to the coach. */

import type { Hint, ReviewedGame } from '../protocol';
import { isOnDevice } from '../lib/tableCode';
import { request } from './http';
import { localRecord, requestAt } from './tableRequests';

/** A game of this device is reviewed by the server of this page, which is sent its record. */
export const reviewOf = async (code: string, game: number) =>
  isOnDevice(code)
    ? reviewRecord(await localRecord(code, game))
    : requestAt<ReviewedGame>(code, `games/${game}/review`);
export const reviewRecord = (record: string) => request<ReviewedGame>('/review', record);
export const hint = (code: string, secret: string) => requestAt<Hint>(code, 'hint', { secret });
