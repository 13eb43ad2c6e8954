/*
 * The games of the day in this browser: the player's own games, the secret, and the seals that the
 * browser saw before their days. The server names the days, so a wrong clock here changes nothing.
 */

import { bytes, hex } from '../../lib/fair/hex';
import { hmac } from '../../lib/fair/sha256';
import { commitment } from '../../lib/fair/seal';
import type { Day, Today } from '../../protocol';
import { newIdentity } from '../../lib/identity';
import { read, write } from '../../lib/storage';

export interface MyDay {
  day: string;
  code: string;
  /** Of a finished game. */
  points?: number;
}

const PLAYED = 'qwixx.days';
const SELF = 'qwixx.day';
const SEALS = 'qwixx.seals';
const KEPT_SEALS = 8;

export const myDays = () => read<MyDay[]>(PLAYED, []);

export const myDay = (day: string) => myDays().find((each) => each.day === day);

export function noteDay(day: MyDay): void {
  const others = myDays().filter((each) => each.day !== day.day);
  write(PLAYED, [day, ...others]);
}

export function forgetDays(): void {
  write(PLAYED, []);
}

/**
 * Returns the player's secret of a day. It is the same in every tab, so that a day begins once. It
 * differs from day to day, so that nobody can connect two days of a player.
 */
export function secretOf(day: string): string {
  const self = read(SELF, '') || newIdentity().luck;
  write(SELF, self);
  return hex(hmac(bytes(self), new TextEncoder().encode(`day ${day}`))).slice(0, 32);
}

/** Stores the seals, which are shown before anybody can know what they contain. */
export function noteSeals({ today, tomorrow }: Pick<Today, 'today' | 'tomorrow'>): void {
  const seen = read<Record<string, string>>(SEALS, {});
  seen[today.day] ??= today.seal;
  seen[tomorrow.day] ??= tomorrow.seal;
  const last = Object.entries(seen).sort().slice(-KEPT_SEALS);
  write(SEALS, Object.fromEntries(last));
}

export type SealVerdict = 'matches' | 'unseen' | 'exchanged' | 'broken';

/** Compares a day's published secret with its seal, and the seal with the one seen before. */
export function sealVerdict(day: Pick<Day, 'day' | 'seal' | 'secret'>): SealVerdict {
  if (!day.secret || commitment(day.secret) !== day.seal) return 'broken';
  const seen = read<Record<string, string>>(SEALS, {})[day.day];
  if (seen === undefined) return 'unseen';
  return seen === day.seal ? 'matches' : 'exchanged';
}

/** Returns the days in a row that end today or yesterday, and the longest row. A day is "2026-11-15". */
export function streaks(days: string[], today: string): { now: number; longest: number } {
  const played = new Set(days);
  const before = (day: string) =>
    new Date(Date.parse(`${day}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  const upTo = (day: string): number => (played.has(day) ? 1 + upTo(before(day)) : 0);
  return {
    now: upTo(today) || upTo(before(today)),
    longest: Math.max(0, ...[...played].map(upTo)),
  };
}
