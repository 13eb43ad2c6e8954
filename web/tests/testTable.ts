/* A table that does what a test says: a session over a transport that leads nowhere. */

import type { ClientAction, ClientMessage, RefusalCode, View } from '../src/protocol';
import { type ActionBody, TABLE, TableSession } from '../src/net/tableSession.svelte';
import type { Incoming, Transport, TransportEvents } from '../src/net/transport';

export class TestTransport implements Transport {
  sent: ClientMessage[] = [];
  #events!: TransportEvents;

  start(events: TransportEvents): void {
    this.#events = events;
  }
  send(message: ClientMessage): void {
    this.sent.push(message);
  }
  checkLiveness(): void {}
  close(): void {}

  /** The table sends this. */
  receive(message: Incoming): void {
    this.#events.message(message);
  }
  lose(): void {
    this.#events.down();
  }
  /** The actions that were sent, without id and version. */
  get actions(): ActionBody[] {
    return this.sent.map((message) => {
      const { id, version, ...body } = message as ClientAction;
      void [id, version];
      return body as ActionBody;
    });
  }
  /** Answers the last action. */
  answer(code?: RefusalCode): void {
    const { id } = this.sent.at(-1) as ClientAction;
    this.receive(code ? { type: 'refusal', id, code } : { type: 'ack', id, version: 0 });
  }
}

/** A table with this view, and the context by which components find it. */
export function testTable(view?: View) {
  const transport = new TestTransport();
  const session = new TableSession(transport, 'a'.repeat(32));
  if (view) transport.receive(view);
  return { transport, session, context: new Map([[TABLE, session]]) };
}
