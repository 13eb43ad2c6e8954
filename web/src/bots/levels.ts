/* Levels of the bots: their names, in which order they are offered, and which one is usual. */

import type { Translate } from '../i18n/text';
import type { BotLevel } from '../protocol';

/** Made for players, from easy to hard. */
const PLAYERS = ['beginner', 'casual', 'strong', 'master'] as const;
/** Made to compare with. */
const STUDY = ['random', 'greedy', 'heuristic', 'solo'] as const;
const KNOWN: readonly string[] = [...PLAYERS, ...STUDY];

type Known = (typeof PLAYERS)[number] | (typeof STUDY)[number];

/** A level that this page has never heard of keeps the name the server gives it. */
export function levelText(level: string, t: Translate): string {
  return KNOWN.includes(level) ? t(`level.${level as Known}`) : level;
}

/** What the server has: for players first, then for study; levels we do not know come last. */
export function grouped(levels: BotLevel[]): { players: string[]; study: string[] } {
  const names = levels.map(({ name }) => name);
  const there = (order: readonly string[]) => order.filter((name) => names.includes(name));
  return {
    players: there(PLAYERS),
    study: [...there(STUDY), ...names.filter((name) => !KNOWN.includes(name))],
  };
}

/** `wanted` if it is to be had, or else one that suits most people. */
export function usual(levels: BotLevel[], wanted: string): string {
  const names = levels.map(({ name }) => name);
  const there = [wanted, 'casual', 'heuristic'].find((name) => names.includes(name));
  return there ?? names.at(-1) ?? wanted;
}
