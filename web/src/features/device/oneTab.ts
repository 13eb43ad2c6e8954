/* A table of this device is played in one tab: two would write the same log. */

import { BASE } from '../../lib/base';

/** Tells other tabs that this one plays the table now, and calls `onlost` when another one does. */
export function playAlone(code: string, onlost: () => void): () => void {
  const channel = new BroadcastChannel(`qwixx ${BASE}`);
  channel.onmessage = ({ data }) => {
    if (data === code) onlost();
  };
  channel.postMessage(code);
  return () => channel.close();
}
