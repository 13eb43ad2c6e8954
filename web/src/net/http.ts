/* Requests to the server. */

import type { Problem } from '../protocol';
import { apiAddress, hasServer } from '../lib/serverAddress';

/** The server did not do it: `code` says why, and is empty where it said nothing that can be read. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: Problem['code'] | '',
  ) {
    super(code || String(status));
  }
}

/** Gets `path`, or posts `body` to it: a string as plain text, anything else as JSON. */
export async function request<T>(path: string, body?: unknown): Promise<T> {
  if (!hasServer) throw new ApiError(0, '');
  const isText = typeof body === 'string';
  const answer = await fetch(
    apiAddress(path),
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': isText ? 'text/plain' : 'application/json' },
          body: isText ? body : JSON.stringify(body),
        },
  );
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    throw new ApiError(answer.status, problem.code ?? '');
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** Why a request failed; empty where the server could not be reached. */
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '');
