/* The game of the day, and games alone. */

import type { DayResult, PlayDay, SoloGame, TableOpened, Today } from '../protocol';
import { request } from './http';

export const soloGames = () => request<SoloGame[]>('/solo');
export const today = () => request<Today>('/day');
export const playDay = (wish: PlayDay) => request<TableOpened>('/day', wish);
/** How a game of a day did. */
export type Outcome = DayResult & { points: number };

const isOver = (result: DayResult): result is Outcome => result.points !== null;

/** Null while it is not over, or not to be had. */
export const dayResult = (code: string): Promise<Outcome | null> =>
  request<DayResult>(`/tables/${code}/day`).then(
    (result) => (isOver(result) ? result : null),
    () => null,
  );
