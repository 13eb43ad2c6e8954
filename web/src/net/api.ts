import type { BotLevel, Mine, OpenTable, TableOpened, TableSummary } from '../protocol';
import { rooted } from '../lib/base';
import { request } from './http';

export const bots = () => request<BotLevel[]>('/bots');
export const openTable = (table: OpenTable) => request<TableOpened>('/tables', table);
export const mine = (seats: Mine['seats']) => request<TableSummary[]>('/tables/mine', { seats });
export const forgetMe = (seats: Mine['seats']) => request<void>('/forget', { seats });

export function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}${rooted(`/api/tables/${code}/socket`)}`;
}
