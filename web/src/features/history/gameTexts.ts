/* Words about games of one's own that several screens use. */

import { levelText } from '../../ui/botLevels';
import { currentLocale, list, t } from '../../i18n/index.svelte';
import { o } from '../../i18n/own/catalogue.svelte';
import type { PlayedGame } from '../../lib/playedGames';

/** "Mara, Jonas and Pip", "two bots", or what was played alone. */
export function whomText(game: PlayedGame): string {
  if (game.day) return o('day.title');
  if (game.totals.length === 1) return o('solo.title');
  const others = game.names.filter((_, seat) => seat !== game.seat);
  return list(others.map((name) => name || t('someone')));
}

/** "Today", "Yesterday", "13 Nov", and with its year when that is another one. */
export function dateText(at: number, now = Date.now()): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - at) / 86_400_000);
  if (days <= 0 && at <= now) return o('games.today');
  if (days === 1) return o('games.yesterday');
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', year }).format(
    at,
  );
}

/** A day of the calendar, "2026-11-15", which is the same everywhere. */
export function dayText(day: string, long = false): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: long ? 'long' : 'short',
    ...(long ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00Z`));
}

export const companyText = (company: string) =>
  company === 'people' ? o('games.people') : levelText(company, t);

/** "61.6" */
export const oneDigit = (value: number) =>
  new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
