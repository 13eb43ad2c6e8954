/* The note below a result: a personal best, or a kind word to a player who lost. */

import { at } from '../../lib/itemAt';
import type { PlayedGame } from '../../lib/playedGames';
import { t, signed } from '../../i18n';
import type { OverView } from '../../protocol';
import { hasWon } from './outcome';

/** The fewest games whose average is worth a comparison. */
const ENOUGH = 3;

export interface PersonalNote {
  isBest: boolean;
  text: string;
}

/** Compares the player's card with the earlier games on the same sheet, and with the other cards. */
export function personalNote(view: OverView, earlier: PlayedGame[]): PersonalNote | null {
  const { you, game, result } = view;
  if (!you) return null;
  const id = `${view.code}-${result.number}`;
  const totals = earlier
    .filter((each) => each.variant === view.options.variant && each.id !== id)
    .map((each) => at(each.totals, each.seat));
  const own = at(game.cards, you.seat);
  const before = Math.max(...totals);
  if (totals.length && own.total > before)
    return { isBest: true, text: t('result.best', { n: signed(before) }) };
  if (game.cards.length === 1 || hasWon(view)) return null;
  const text = kindWord(view, you.seat, totals);
  return text === null ? null : { isBest: false, text };
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
