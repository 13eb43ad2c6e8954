/*
 * Tables on this device, as the page sees them: a transport for each player at a table, and answers
 * to what a server would be asked over HTTP. One worker runs all of them.
 */

import type { ClientMessage } from '../../protocol';
import type { Incoming, TransportEvents } from '../transport';
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

  constructor() {
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'ready') resolve();
        else if (data.type === 'failed') {
          const error = new Error(data.message);
          reject(error);
          for (const { fail } of this.#asked.values()) fail(error);
          for (const events of this.#connections.values()) events.down();
        } else if (data.type === 'answer') {
          this.#asked.get(data.id)?.answer(data);
          this.#asked.delete(data.id);
        } else if (data.type === 'message') {
          this.#connections.get(data.connection)?.message(data.message as Incoming);
        } else this.saved = data.ok;
        for (const listener of this.#listeners) listener(data);
      };
      this.#worker.onerror = (event) => reject(new Error(event.message));
    });
    // Whoever waits for an answer hears of it there.
    this.ready.catch(() => {});
  }

  ask(method: string, path: string, body: unknown = null): Promise<Answer> {
    const id = ++this.#last;
    this.#send({ type: 'ask', id, method, path, body });
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

  #send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

let device: Device | null = null;

/** Starts the engine, which must have been downloaded. It runs until the page is closed. */
export const startDevice = () => (device ??= new Device());
