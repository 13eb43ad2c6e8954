/* Texts about your games that several screens use. */

import { levelText } from '../../ui/botLevels';
import { currentLocale, list, t } from '../../i18n';
import type { PlayedGame } from '../../lib/playedGames';

/** "Mara, Jonas and Pip", "two bots", or what was played alone. */
export function whomText(game: PlayedGame): string {
  if (game.day) return t('home.day');
  if (game.totals.length === 1) return t('shared.alone');
  const others = game.names.filter((_, seat) => seat !== game.seat);
  return list(others.map((name) => name || t('common.someone')));
}

/** "Today", "Yesterday", "13 Nov", and with its year when that is another one. */
export function dateText(at: number, now = Date.now()): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight - at) / 86_400_000);
  if (days <= 0 && at <= now) return t('history.today');
  if (days === 1) return t('shared.yesterday');
  const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'short', year }).format(
    at,
  );
}

export const companyText = (company: string) =>
  company === 'people' ? t('history.people') : levelText(company);
