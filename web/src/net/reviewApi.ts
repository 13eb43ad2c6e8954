/* What is asked of the coach. An error says why, by the code of the server. */

import type { Hint, Problem, ReviewedGame } from '../protocol';
import { rooted } from '../lib/base';

async function ask<T>(path: string, body?: string, kind = 'text/plain'): Promise<T> {
  const request =
    body === undefined ? {} : { method: 'POST', headers: { 'content-type': kind }, body };
  const answer = await fetch(rooted(`/api${path}`), request);
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    throw new Error(problem.code ?? String(answer.status));
  }
  return (await answer.json()) as T;
}

export const reviewOf = (code: string, game: number) =>
  ask<ReviewedGame>(`/tables/${code}/games/${game}/review`);
export const reviewRecord = (record: string) => ask<ReviewedGame>('/review', record);
export const hint = (code: string, secret: string) =>
  ask<Hint>(`/tables/${code}/hint`, JSON.stringify({ secret }), 'application/json');
