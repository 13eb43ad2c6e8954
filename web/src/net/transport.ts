/*
 * Carries messages between the page and a table, wherever the table runs. Everything above this
 * interface is the same for a server on the network and for a table inside the browser.
 */

import type { ClientMessage, Hello, Reply, View } from '../protocol';

/** A view as it is sent: without a layout that `hello` said the page knows. */
type Sent<V> = V extends View ? Omit<V, 'layout'> & Partial<Pick<V, 'layout'>> : never;
export type Incoming = Sent<View> | Reply;

export interface TransportEvents {
  /** The first message on every new connection. It also tests the connection: a view answers it. */
  hello(): Hello;
  message(message: Incoming): void;
  /** Messages are lost from now on, until the next view. */
  down(): void;
}

export interface Transport {
  /** Connects, and comes back by itself after each loss. */
  start(events: TransportEvents): void;
  /** A message that is sent without a connection is lost. */
  send(message: ClientMessage): void;
  /** An answer is late: finds out whether the connection still works. */
  checkLiveness(): void;
  close(): void;
}
