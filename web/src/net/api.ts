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
import { request } from './http';

export const bots = () => request<BotLevel[]>('/bots');
export const openTable = (table: OpenTable) => request<TableOpened>('/tables', table);
export const mine = (seats: Mine['seats']) => request<TableSummary[]>('/tables/mine', { seats });
const gameAt = (code: string, number: number) => `/tables/${code}/games/${number}`;
export const finishedGame = (code: string, number: number) =>
  request<OverView>(gameAt(code, number));
export const replay = (code: string, number: number) =>
  request<Frame[]>(`${gameAt(code, number)}/replay`);
export const forgetMe = (seats: Mine['seats']) => request<void>('/forget', { seats });

export const recordAddress = (code: string, number: number) =>
  rooted(`/api${gameAt(code, number)}/record`);

export function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${rooted(`/api/tables/${code}/socket`)}`;
}
