/*
 * Tables on this device, as the page sees them. Each player at a table has a transport. Other requests
 * get the answers that a server would give over HTTP. One worker runs all tables.
 */

import type { ClientMessage } from '../../protocol';
import type { Incoming, TransportEvents } from '../transport';
import type { LocalPeople } from './database';
import { installedEngine } from './download';
import { removeTable, removeTables } from './storedTables';
import type { FromWorker, ToWorker } from './messages';

/** An answer as the HTTP interface would give it. */
export interface Answer {
  status: number;
  body: unknown;
}

type Listener = (message: FromWorker) => void;

export class Device {
  /** False while what happens cannot be written: there is no room, or storage is forbidden. */
  saved = true;
  /** Settles when the interpreter runs, or cannot. */
  ready: Promise<void>;
  #worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  #asked = new Map<number, { answer: (answer: Answer) => void; fail: (error: Error) => void }>();
  #connections = new Map<number, TransportEvents>();
  #listeners = new Set<Listener>();
  #last = 0;
  /** Why the worker does nothing any more. */
  #stopped: string | null = null;

  constructor() {
    this.ready = new Promise((resolve, reject) => {
      this.on((message) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'failed') reject(new Error(message.message));
      });
    });
    // Callers that wait for an answer get the error themselves.
    this.ready.catch(() => {});
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#onMessage(data);
    this.#worker.onerror = ({ message }) => this.#onMessage({ type: 'failed', message });
  }

  ask(
    method: string,
    path: string,
    body: unknown = null,
    local?: Omit<LocalPeople, 'code'>,
  ): Promise<Answer> {
    if (this.#stopped !== null) return Promise.reject(new Error(this.#stopped));
    const id = ++this.#last;
    this.#send({ type: 'ask', id, method, path, body, ...(local && { local }) });
    return new Promise((answer, fail) => this.#asked.set(id, { answer, fail }));
  }

  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  connect(code: string, events: TransportEvents): number {
    const connection = ++this.#last;
    this.#connections.set(connection, events);
    this.#send({ type: 'connect', connection, code, hello: events.hello() });
    return connection;
  }

  send(connection: number, message: ClientMessage): void {
    this.#send({ type: 'message', connection, message });
  }

  disconnect(connection: number): void {
    this.#connections.delete(connection);
    this.#send({ type: 'disconnect', connection });
  }

  /** The net of another sheet has been downloaded. */
  useNet(file: string): void {
    this.#send({ type: 'net', file });
  }

  /** A table has been deleted, or another tab plays it. */
  forget(code: string): void {
    this.#send({ type: 'forget', code });
  }

  /** Ends the worker; the next use of the engine starts another one. */
  stop(why: string): void {
    if (device === this) device = null;
    this.#stopped = why;
    this.#worker.terminate();
    for (const { fail } of this.#asked.values()) fail(new Error(why));
    for (const events of this.#connections.values()) events.down();
    this.#asked.clear();
  }

  #onMessage(message: FromWorker): void {
    if (message.type === 'answer') {
      this.#asked.get(message.id)?.answer(message);
      this.#asked.delete(message.id);
    } else if (message.type === 'message') {
      this.#connections.get(message.connection)?.message(message.message as Incoming);
    } else if (message.type === 'saved') this.saved = message.ok;
    else if (message.type === 'failed') this.stop(message.message);
    for (const listener of this.#listeners) listener(message);
  }

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

let device: Device | null = null;

/** Starts the engine, which must have been downloaded. It runs until the page is closed. */
export const startDevice = () => (device ??= new Device());

/** Ends the engine, which has been replaced or removed. */
export const stopDevice = () => device?.stop('the engine has been replaced');

/** Deletes a table of this device. */
export async function deleteTable(code: string): Promise<void> {
  await removeTable(code);
  device?.forget(code);
}

/** Deletes all tables of this device; the engine stays. */
export async function deleteTables(): Promise<void> {
  stopDevice();
  await removeTables();
}

/** Returns whether the engine runs or is installed. It downloads nothing. */
export const hasEngine = async () =>
  device !== null || (await installedEngine().catch(() => null)) !== null;
