/* The game of the day, as the server tells it. An error says why, by the code of the server. */

import type { DayResult, PlayDay, Problem, SoloGame, TableOpened, Today } from '../protocol';
import { rooted } from '../lib/base';

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answer = await fetch(
    rooted(`/api${path}`),
    body === undefined ? {} : { ...request, body: JSON.stringify(body) },
  );
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    throw new Error(problem.code ?? String(answer.status));
  }
  return (await answer.json()) as T;
}

export const soloGames = () => ask<SoloGame[]>('/solo');
export const today = () => ask<Today>('/day');
export const playDay = (wish: PlayDay) => ask<TableOpened>('/day', wish);
/** How a game of a day did. */
export type Outcome = DayResult & { points: number };

const isOver = (result: DayResult): result is Outcome => result.points !== null;

/** Null while it is not over, or not to be had. */
export const dayResult = (code: string): Promise<Outcome | null> =>
  ask<DayResult>(`/tables/${code}/day`).then(
    (result) => (isOver(result) ? result : null),
    () => null,
  );
