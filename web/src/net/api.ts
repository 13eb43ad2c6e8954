import type { BotLevel, Mine, OpenTable, TableOpened, TableSummary } from '../protocol';
import { request } from './http';

export const bots = () => request<BotLevel[]>('/bots');
export const openTable = (table: OpenTable) => request<TableOpened>('/tables', table);
export const mine = (seats: Mine['seats']) => request<TableSummary[]>('/tables/mine', { seats });
export const forgetMe = (seats: Mine['seats']) => request<void>('/forget', { seats });
