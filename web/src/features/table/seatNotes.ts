/* The notes in the strips of other players. */

import { at } from '../../lib/itemAt';
import { t } from '../../i18n';
import type { PlayedView } from '../../protocol';
import { levelText } from '../../ui/botLevels';

/** Whether (never what) a player has decided; null if there is nothing to decide. */
export function decisionOf({ game }: PlayedView, seat: number): 'yet' | 'done' | null {
  const asked = game.phase === 'white' || (game.phase === 'colour' && seat === game.active);
  return asked ? (game.answered[seat] ? 'done' : 'yet') : null;
}

/** Returns the note of a seat: whether it is active, and the bot or program that plays there. */
export function seatNote({ game, seats }: PlayedView, seat: number): string {
  const { bot, program } = at(seats, seat);
  const notes = [
    seat === game.active && game.phase === 'roll' ? t('table.seat.active') : '',
    program ? t('table.seat.program') : '',
    bot ? t('table.seat.bot', { level: levelText(bot) }) : '',
  ];
  return notes.filter(Boolean).join(', ');
}
