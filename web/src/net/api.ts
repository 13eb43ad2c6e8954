import type {
  BotLevel,
  Frame,
  Mine,
  OpenTable,
  OverView,
  TableOpened,
  TableSummary,
} from '../protocol';
import { rooted } from '../lib/base';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(rooted(`/api${path}`), {
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const bots = () => ask<BotLevel[]>('/bots');
export const openTable = (table: OpenTable) => ask<TableOpened>('/tables', table);
export const mine = (seats: Mine['seats']) => ask<TableSummary[]>('/tables/mine', { seats });
const gameAt = (code: string, number: number) => `/tables/${code}/games/${number}`;
export const finishedGame = (code: string, number: number) => ask<OverView>(gameAt(code, number));
export const replay = (code: string, number: number) =>
  ask<Frame[]>(`${gameAt(code, number)}/replay`);
export const forgetMe = (seats: Mine['seats']) => ask<void>('/forget', { seats });

export const recordAddress = (code: string, number: number) =>
  rooted(`/api${gameAt(code, number)}/record`);

export function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${rooted(`/api/tables/${code}/socket`)}`;
}
