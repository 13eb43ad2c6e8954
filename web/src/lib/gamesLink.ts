/* All games as a piece of an address, which no server gets to see: for another device. */

import { games } from './gameStore';

/** Bytes, more than a browser keeps: a link from anywhere may pretend to hold any number of them. */
const MOST = 10_000_000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough<Uint8Array<ArrayBuffer>>(stream)
    .getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MOST) {
      void reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(next.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The text of an export, packed and written in letters that an address may hold. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpack(parcel: string): Promise<string> {
  const letters = atob(parcel.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

/** Adds the games of a parcel to those of this browser. */
export async function addGamesFromLink(parcel: string): Promise<void> {
  try {
    games.read(await unpack(parcel));
  } catch {
    // A link that was cut off brings the seat all the same.
  }
}
