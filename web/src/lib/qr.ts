/* QR codes. */

import { encode } from 'uqr';

/**
 * Returns the dark modules of the code for `text`, line by line. A code holds 2331 bytes, three times
 * the length of the longest link.
 */
export function qr(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}
