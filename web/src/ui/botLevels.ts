/* Levels of the bots: their names, and the default one. */

import { t } from '../i18n';
import type { BotLevel } from '../protocol';

/** Those that this page has words for, from the weakest to the strongest. */
const KNOWN = [
  'random',
  'greedy',
  'beginner',
  'solo',
  'casual',
  'heuristic',
  'strong',
  'master',
] as const;

export const LEVELS: readonly string[] = KNOWN;
export type KnownLevel = (typeof KNOWN)[number];

/** A level that this page has never heard of keeps the name the server gives it. */
export function levelText(level: string): string {
  return LEVELS.includes(level) ? t(`common.level.${level as KnownLevel}`) : level;
}

/** Splits the bots of the server into those for players, from easy to hard, and for study. */
export function splitByAudience(levels: BotLevel[]): { players: string[]; study: string[] } {
  const names = (forPlayers: boolean) =>
    levels.filter((level) => level.forPlayers === forPlayers).map(({ name }) => name);
  return { players: names(true), study: names(false) };
}

/** `wanted` if it is to be had, or else one that suits most people. */
export function levelOrDefault(levels: BotLevel[], wanted: string): string {
  const names = levels.map(({ name }) => name);
  const there = [wanted, 'casual', 'heuristic'].find((name) => names.includes(name));
  return there ?? names.at(-1) ?? wanted;
}
