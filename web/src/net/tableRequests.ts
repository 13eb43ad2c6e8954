/* Requests about one table, of a server or of this device. */

import { apiAddress } from '../lib/serverAddress';
import { isOnDevice } from '../lib/tableCode';
import type { Frame, OverView, Problem } from '../protocol';
import { ApiError, request } from './http';

export const finishedGame = (code: string, number: number) =>
  requestAt<OverView>(code, `games/${number}`);
export const replay = (code: string, number: number) =>
  requestAt<Frame[]>(code, `games/${number}/replay`);
/** The record of a game on this device; a server has an address for it. */
export const localRecord = (code: string, number: number) =>
  requestAt<string>(code, `games/${number}/record`);

export const recordAddress = (code: string, number: number) =>
  apiAddress(`/tables/${code}/games/${number}/record`);

/** Asks for `path` at the table, or posts `body` to it. */
export async function requestAt<T>(code: string, path: string, body?: unknown): Promise<T> {
  const address = `tables/${code}/${path}`;
  if (!isOnDevice(code)) return request<T>(`/${address}`, body);
  const { startDevice } = await import('./device/device');
  const answer = await startDevice().ask(body === undefined ? 'GET' : 'POST', address, body);
  if (answer.status !== 200) throw new ApiError(answer.status, (answer.body as Problem).code);
  return answer.body as T;
}
