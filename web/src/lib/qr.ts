/* QR codes. */

import { encode } from 'uqr';

/**
 * The dark modules of the code for `text`, line by line. They hold 2331 bytes: a name of a host, the
 * longest path that the server takes and all that a link carries are less than a third of that.
 */
export function qr(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}
