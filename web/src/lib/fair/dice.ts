/*
 * Dice that everyone can check afterwards: docs/fair-dice-specification.md describes them.
 */

import type { Card, Fair, Result } from '../../protocol';
import { bytes, isSecret } from './hex';
import { hmac } from './sha256';
import { commitment, DAY_SCHEME } from './seal';

const SCHEME = 'qwixx-fair-2';
const LUCKY_PAIRS = '4 9,5 8,5 10,6 7,6 11,7 12,8 13,9 14,10 13,11 12'
  .split(',')
  .map((pair) => pair.split(' ').map(Number));

const text = (value: string) => new TextEncoder().encode(value);

/** The facts that fix the dice, together with the server's secret. */
export type Sealed = Pick<Fair, 'scheme' | 'game' | 'first' | 'parts' | 'restarts'>;

/** Returns the lines for the key of a game. A seat that is not in `parts` is a bot. */
export function linesOf(sealed: Sealed, variant: string, seats: number): string[] {
  const { scheme, game, parts, first, restarts } = sealed;
  if (scheme === DAY_SCHEME) return [scheme, game, variant, 'first lot'];
  const partOf = (seat: number) => parts.find((part) => part.seat === seat);
  const every = Array.from({ length: seats }, (_, seat) => seat);
  const word = (seat: number) => {
    const part = partOf(seat);
    return part ? ((part.excused ? null : part.part) ?? 'absent') : 'bot';
  };
  return [
    scheme,
    game,
    variant,
    `first ${first ?? 'lot'}`,
    ...every.map((seat) => `${seat} ${word(seat)}`),
    ...restarts.map((failed) => `restart ${failed.join(' ')}`),
  ];
}

/** Returns the key of all draws of a game. */
export function keyOf(secret: string, lines: string[]): Uint8Array {
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

export type Fault =
  'unsealed' | 'scheme' | 'secret' | 'part' | 'nobody' | 'history' | 'first' | 'lucky' | 'roll';
export type Verdict = { fine: true; rolls: number } | { fine: false; fault: Fault; at: number };

/** Checks everything that a finished game with these cards says about its dice. */
export function verify(
  fair: Fair,
  result: Pick<Result, 'rolls' | 'first'>,
  { variant, faces }: { variant: string; faces: number },
  cards: Pick<Card, 'lucky'>[],
): Verdict {
  const fault = (what: Fault, at = 0): Verdict => ({ fine: false, fault: what, at });
  if (fair.secret === null) return fault('unsealed');
  const day = fair.scheme === DAY_SCHEME;
  if (!day && fair.scheme !== SCHEME) return fault('scheme');
  if (!isSecret(fair.secret) || commitment(fair.secret) !== fair.commitment) return fault('secret');
  const given = fair.parts.filter((part) => !part.excused);
  for (const { seat, part, commitment: promise } of given) {
    if (!isSecret(part) || commitment(part) !== promise) return fault('part', seat + 1);
  }
  if (!day && !given.length) return fault('nobody');
  if (!day && !possible(fair)) return fault('history');
  const key = keyOf(fair.secret, linesOf(fair, variant, cards.length));
  const begins = fair.first ?? first(key, cards.length);
  if (begins !== result.first) return fault('first');
  if (cards.some((card) => card.lucky.length)) {
    const dealt = lucky(key, cards.length);
    const wrong = cards.findIndex((card, seat) => `${card.lucky}` !== `${dealt[seat]}`);
    if (wrong >= 0) return fault('lucky', wrong + 1);
  }
  for (const [i, shown] of result.rolls.entries()) {
    const drawn = roll(key, i + 1, faces).join('');
    const dice = shown.replace('/', '');
    const same = dice.length === 6 && [...dice].every((die, k) => die === '.' || die === drawn[k]);
    if (!same) return fault('roll', i + 1);
  }
  return { fine: true, rolls: result.rolls.length };
}

/** Whether these dice can have been sealed as is said, with these restarts and this first player. */
function possible({ game, restarts, first, parts }: Fair): boolean {
  const [, number, again] = /^[A-Z]{6}-([1-9][0-9]*)(?:\.([1-9][0-9]*))?$/.exec(game) ?? [];
  if (!number || Number(again ?? 0) !== restarts.length) return false;
  if (number === '1' && first !== null) return false;
  const failed = (seat: number) => restarts.some((seats) => seats.includes(seat));
  return !parts.some((part) => !part.excused && failed(part.seat));
}
