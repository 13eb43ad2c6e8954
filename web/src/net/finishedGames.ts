/* Finished games, of a server or of this device. */

import { apiAddress } from '../lib/serverAddress';
import { isOnDevice } from '../lib/tableCode';
import type { Frame, OverView, Problem } from '../protocol';
import { ApiError, request } from './http';

const gameAt = (code: string, number: number) => `/tables/${code}/games/${number}`;

export const finishedGame = (code: string, number: number) =>
  ask<OverView>(code, gameAt(code, number));
export const replay = (code: string, number: number) =>
  ask<Frame[]>(code, `${gameAt(code, number)}/replay`);
/** The record of a game on this device; a server has an address for it. */
export const localRecord = (code: string, number: number) =>
  ask<string>(code, `${gameAt(code, number)}/record`);

export const recordAddress = (code: string, number: number) =>
  apiAddress(`${gameAt(code, number)}/record`);

async function ask<T>(code: string, path: string): Promise<T> {
  if (!isOnDevice(code)) return request<T>(path);
  const { startDevice } = await import('./device/device');
  const { status, body } = await startDevice().ask('GET', path.slice(1));
  if (status !== 200) throw new ApiError(status, (body as Problem).code);
  return body as T;
}
