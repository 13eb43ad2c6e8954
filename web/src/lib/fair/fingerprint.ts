import { hex } from './hex';
import { sha256 } from './sha256';
import type { DiceWitness } from './witness';

/** Returns a short text for a link that moves a seat, and the witness of its dice, elsewhere. */
export function fingerprint(pin: DiceWitness): string {
  const { game, commitment: server, restarts, complete } = pin;
  const lines = [game, server, ...restarts.map((seats) => `restart ${seats.join(' ')}`)];
  if (complete) lines.push(`first ${complete.first ?? 'lot'}`);
  for (const [seat, sealed] of complete?.parts ?? []) lines.push(`${seat} ${sealed}`);
  return hex(sha256(new TextEncoder().encode(lines.join('\n')))).slice(0, 32);
}
