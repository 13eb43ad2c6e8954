/* A table on this device, in a worker. The worker is always there, so the connection never drops. */

import type { ClientMessage } from '../../protocol';
import { startDevice } from '../device/device';
import type { Transport, TransportEvents } from '../transport';

export class DeviceTransport implements Transport {
  #code: string;
  #device = startDevice();
  #connection = 0;

  constructor(code: string) {
    this.#code = code;
  }

  start(events: TransportEvents): void {
    this.#connection = this.#device.connect(this.#code, events);
  }

  send(message: ClientMessage): void {
    this.#device.send(this.#connection, message);
  }

  /** A worker answers when it has time; there is no line that could be dead. */
  checkLiveness(): void {}

  close(): void {
    this.#device.disconnect(this.#connection);
  }
}
