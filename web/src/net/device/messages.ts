/* What the page and the worker of this device say to each other. */

import type { ClientMessage, Hello, ServerMessage } from '../../protocol';

/** A request of the page; `id` is repeated by the answer. */
export type ToWorker =
  /** Something that the HTTP interface of a server would be asked. */
  | { type: 'ask'; id: number; method: string; path: string; body: unknown }
  /** A player connects to a table; messages of this connection carry the same number. */
  | { type: 'connect'; connection: number; code: string; hello: Hello }
  | { type: 'message'; connection: number; message: ClientMessage }
  | { type: 'disconnect'; connection: number }
  /** The net of another sheet has been downloaded. */
  | { type: 'net'; file: string }
  /** A table is no longer stored, or another tab plays it. */
  | { type: 'forget'; code: string };

export type FromWorker =
  /** The interpreter runs. */
  | { type: 'ready' }
  /** The interpreter could not start, or broke. */
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; status: number; body: unknown }
  | { type: 'message'; connection: number; message: ServerMessage }
  /** Whether what has just happened could be written. */
  | { type: 'saved'; ok: boolean };
