/* A table on a server, over a WebSocket that reconnects. */

import type { ClientMessage } from '../../protocol';
import type { Incoming, Transport, TransportEvents } from '../transport';

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
/** A line without an answer to a ping for this long is dead: phones sleep. */
const PONG_TIMEOUT = 1000;
/** A line on which nothing has come for this long is pinged. */
const IDLE_BEFORE_PING = 4000;

export class SocketTransport implements Transport {
  #address: string;
  #socket: WebSocket | null = null;
  #events!: TransportEvents;
  /** The server has answered on this line. */
  #up = false;
  #received = 0;
  #receivedBefore = 0;
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #closed = false;

  constructor(address: string) {
    this.#address = address;
  }

  start(events: TransportEvents): void {
    this.#events = events;
    document.addEventListener('visibilitychange', this.checkLiveness);
    window.addEventListener('online', this.checkLiveness);
    window.addEventListener('offline', this.checkLiveness);
    this.#heartbeat = setInterval(() => {
      if (this.#up && this.#received === this.#receivedBefore) this.checkLiveness();
      this.#receivedBefore = this.#received;
    }, IDLE_BEFORE_PING);
    this.#connect();
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#heartbeat);
    document.removeEventListener('visibilitychange', this.checkLiveness);
    window.removeEventListener('online', this.checkLiveness);
    window.removeEventListener('offline', this.checkLiveness);
    this.#socket?.close();
  }

  /** Connects at once if there is no connection, and pings the server if there seems to be one. */
  checkLiveness = (): void => {
    if (document.hidden || this.#closed) return;
    const socket = this.#socket;
    if (!socket || socket.readyState > WebSocket.OPEN) {
      clearTimeout(this.#retry);
      this.#pause = FIRST_PAUSE;
      this.#connect();
      return;
    }
    // A socket may look open long after the network has gone. Saying hello again costs one view.
    if (socket.readyState !== WebSocket.OPEN) return;
    const before = this.#received;
    this.send(this.#events.hello());
    setTimeout(() => {
      if (this.#socket !== socket || this.#received !== before) return;
      socket.close();
      // At once, and then with pauses as after any other loss.
      this.#lost(0);
    }, PONG_TIMEOUT);
  };

  #connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => this.send(this.#events.hello());
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as Incoming;
      this.#received += 1;
      if (message.type === 'view' && !this.#up) {
        this.#up = true;
        this.#pause = FIRST_PAUSE;
      }
      this.#events.message(message);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost(pause = this.#pause): void {
    this.#socket = null;
    this.#up = false;
    if (this.#closed) return;
    this.#events.down();
    clearTimeout(this.#retry);
    // Different pauses, so that pages do not all return to a restarted server at once.
    this.#retry = setTimeout(() => this.#connect(), pause * (0.7 + Math.random() * 0.6));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
