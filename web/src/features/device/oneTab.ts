/* A table of this device is played in one tab: two would write the same log. */

import { BASE } from '../../lib/base';

/** Takes over the table from other tabs, and calls `onlost` when another one takes it over. */
export function playAlone(code: string, onlost: () => void): () => void {
  const channel = new BroadcastChannel(`qwixx ${BASE}`);
  channel.onmessage = ({ data }) => {
    if (data === code) onlost();
  };
  channel.postMessage(code);
  return () => channel.close();
}
