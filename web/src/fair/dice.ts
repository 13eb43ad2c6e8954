/*
 * Dice anybody can check afterwards.
 *
 * The key of a game is HMAC-SHA256(secret, lines), where the lines are the name of the scheme, the
 * name of the game and "SEAT PART" for every player in seat order. Bytes for a draw come from
 * HMAC-SHA256(key, "LABEL\nBLOCK") with BLOCK = 0, 1 … A byte gives a number below n as byte mod n;
 * bytes from the last multiple of n up are skipped, so every face is equally likely. The label
 * "turn N" draws six dice in the order W W R Y G B, also those that have left the game; "first"
 * draws the seat that begins; "lucky" draws a pair for each seat from those that are left.
 */

import type { Card, Fair, Result } from '../protocol';
import { bytes, hex } from './hex';
import { hmac, sha256 } from './sha256';

const SCHEME = 'qwixx-fair-1';
const LUCKY_PAIRS = '4 9,5 8,5 10,6 7,6 11,7 12,8 13,9 14,10 13,11 12'
  .split(',')
  .map((pair) => pair.split(' ').map(Number));

const text = (value: string) => new TextEncoder().encode(value);

/** The key of all draws of a game. `parts` are [seat, part] in seat order. */
export function keyOf(secret: string, game: string, parts: [number, string][]): Uint8Array {
  const lines = [SCHEME, game, ...parts.map(([seat, part]) => `${seat} ${part}`)];
  return hmac(bytes(secret), text(lines.join('\n')));
}

function* stream(key: Uint8Array, label: string): Generator<number> {
  for (let block = 0; ; block++) yield* hmac(key, text(`${label}\n${block}`));
}

function below(n: number, source: Generator<number>): number {
  const limit = 256 - (256 % n);
  for (;;) {
    const byte = source.next().value as number;
    if (byte < limit) return byte % n;
  }
}

export function roll(key: Uint8Array, turn: number, faces: number): number[] {
  const source = stream(key, `turn ${turn}`);
  return Array.from({ length: 6 }, () => 1 + below(faces, source));
}

export function first(key: Uint8Array, seats: number): number {
  return below(seats, stream(key, 'first'));
}

/** Longo: the lucky numbers of each seat. */
export function lucky(key: Uint8Array, seats: number): number[][] {
  const left = [...LUCKY_PAIRS];
  const source = stream(key, 'lucky');
  return Array.from({ length: seats }, () => left.splice(below(left.length, source), 1)[0]!);
}

export function commitment(part: string): string {
  return hex(sha256(bytes(part)));
}

export type Verdict =
  | { fine: true; rolls: number }
  | { fine: false; fault: 'unsealed' | 'secret' | 'part' | 'first' | 'lucky' | 'roll'; at: number };

/** Checks everything that a finished game with these cards says about its dice. */
export function verify(
  fair: Fair,
  result: Pick<Result, 'rolls' | 'first'>,
  faces: number,
  cards: Pick<Card, 'lucky'>[],
): Verdict {
  const fault = (what: (Verdict & { fine: false })['fault'], at = 0): Verdict => ({
    fine: false,
    fault: what,
    at,
  });
  if (fair.secret === null) return fault('unsealed');
  if (commitment(fair.secret) !== fair.commitment) return fault('secret');
  const parts: [number, string][] = [];
  for (const { seat, part, commitment: promise, excused } of fair.parts) {
    if (excused) continue;
    if (part === null || commitment(part) !== promise) return fault('part', seat + 1);
    parts.push([seat, part]);
  }
  const key = keyOf(fair.secret, fair.game, parts);
  if (fair.drawn && first(key, cards.length) !== result.first) return fault('first');
  const dealt = lucky(key, cards.length);
  const wrong = cards.findIndex(
    (card, seat) => card.lucky[0] && `${card.lucky}` !== `${dealt[seat]}`,
  );
  if (wrong >= 0) return fault('lucky', wrong + 1);
  for (const [i, shown] of result.rolls.entries()) {
    const drawn = roll(key, i + 1, faces).join('');
    const same = [...shown.replace('/', '')].every((die, k) => die === '.' || die === drawn[k]);
    if (!same) return fault('roll', i + 1);
  }
  return { fine: true, rolls: result.rolls.length };
}
