/* A table on this device, in a worker. The worker is always there, so the line is never down. */

import { retryForever } from '../../lib/lazy';
import type { ClientMessage } from '../../protocol';
import type { Device } from '../device/device';
import type { Transport, TransportEvents } from '../transport';

/** No server gives a code with this letter. */
export const isOnDevice = (code: string) => code.startsWith('O');

export class DeviceTransport implements Transport {
  #code: string;
  #device: Device | null = null;
  #connection = 0;
  #closed = false;

  constructor(code: string) {
    this.#code = code;
  }

  start(events: TransportEvents): void {
    void retryForever(() => import('../device/device')).then(({ startDevice }) => {
      if (this.#closed) return;
      this.#device = startDevice();
      this.#connection = this.#device.connect(this.#code, events);
    });
  }

  send(message: ClientMessage): void {
    this.#device?.send(this.#connection, message);
  }

  /** A worker answers when it has time; there is no line that could be dead. */
  checkLiveness(): void {}

  close(): void {
    this.#closed = true;
    this.#device?.disconnect(this.#connection);
  }
}
