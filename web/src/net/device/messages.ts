/* The messages between the page and the worker of this device. */

import type { ClientMessage, Hello, ServerMessage } from '../../protocol';
import type { LocalPeople } from './database';

/** A request of the page; `id` is repeated by the answer. */
export type ToWorker =
  /** Something that the HTTP interface of a server would be asked. */
  | {
      type: 'ask';
      id: number;
      method: string;
      path: string;
      body: unknown;
      /** The players of a table that is opened, who are stored with it. */
      local?: Omit<LocalPeople, 'code'>;
    }
  /** A player connects to a table; messages of this connection carry the same number. */
  | { type: 'connect'; connection: number; code: string; hello: Hello }
  | { type: 'message'; connection: number; message: ClientMessage }
  | { type: 'disconnect'; connection: number }
  /** The net of another sheet has been downloaded. */
  | { type: 'net'; file: string }
  /** A table is no longer stored, or another tab plays it. */
  | { type: 'forget'; code: string };

/** Why a table cannot be played here. */
export type Trouble =
  /** Another tab plays it. */
  | 'taken'
  /** A newer engine has written its log. */
  | 'unreadable'
  /** A part of its log is missing. */
  | 'damaged'
  /** The database cannot be read. */
  | 'storage'
  /** The engine is of another version than the page. */
  | 'protocol';

/** The same, or the engine has failed, or it is not here. */
export type TableProblem = Trouble | 'failed' | 'missing';

export type FromWorker =
  /** The interpreter runs. */
  | { type: 'ready' }
  /** The interpreter could not start, or broke. This worker does nothing any more. */
  | { type: 'failed'; message: string }
  | { type: 'answer'; id: number; status: number; body: unknown }
  | { type: 'message'; connection: number; message: ServerMessage }
  | { type: 'trouble'; code: string; why: Trouble }
  /** Whether everything that has happened is on the disk. */
  | { type: 'saved'; ok: boolean };
