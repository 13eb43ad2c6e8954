/* The pill below the result: a personal best, or the best there is to say to who has lost. */

import { at } from '../../lib/itemAt';
import type { PlayedGame } from '../../lib/playedGames';
import { t, signed } from '../../i18n';
import type { OverView } from '../../protocol';
import { hasWon } from './outcome';

/** An average of fewer games says nothing. */
const ENOUGH = 3;

/** Whether the card is better than all before, of the same sheet; `before` is the best of those. */
export function pill(view: OverView, kept: PlayedGame[]): { best: boolean; text: string } | null {
  const { you, game, result } = view;
  if (!you) return null;
  const id = `${view.code}-${result.number}`;
  const totals = kept
    .filter((each) => each.variant === view.options.variant && each.id !== id)
    .map((each) => at(each.totals, each.seat));
  const own = at(game.cards, you.seat);
  const before = Math.max(...totals);
  if (totals.length && own.total > before)
    return { best: true, text: t('result.best', { n: signed(before) }) };
  if (game.cards.length === 1 || hasWon(view)) return null;
  const text = kindWord(view, you.seat, totals);
  return text === null ? null : { best: false, text };
}

function kindWord(view: OverView, seat: number, totals: number[]): string | null {
  const { cards, closed } = view.game;
  const own = at(cards, seat);
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  const above = Math.round(own.total - mean);
  if (totals.length >= ENOUGH && above > 0) return t('result.kind.mean', { n: above });
  const locks = cards.map((_, each) => closed.filter(({ by }) => by.includes(each)).length);
  const most = Math.max(...locks.filter((_, each) => each !== seat));
  if (at(locks, seat) > most) return t('result.kind.locks');
  const points = own.rows.map((row) => row.points);
  const best = Math.max(...points);
  if (!best) return null;
  const row = t(`shared.colour.${at(view.layout.rows, points.indexOf(best)).colour}`);
  const all = Math.max(...cards.flatMap((card) => card.rows.map((each) => each.points)));
  return best === all ? t('result.kind.row', { row }) : t('result.kind.own', { row });
}
