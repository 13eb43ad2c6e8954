/* All games as a piece of an address, which no server gets to see: for another device. */

import { games } from './store';

const through = async (bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

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
export async function takeIn(parcel: string): Promise<void> {
  try {
    games.read(await unpack(parcel));
  } catch {
    // A link that was cut off brings the seat all the same.
  }
}
