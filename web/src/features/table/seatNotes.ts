/* What the strip of another player says. */

import { at } from '../../lib/itemAt';
import { t } from '../../i18n';
import type { PlayedView } from '../../protocol';
import { levelText } from '../../ui/botLevels';

/** Whether (never what) a player has decided; null if there is nothing to decide. */
export function decisionOf({ game }: PlayedView, seat: number): 'yet' | 'done' | null {
  const asked = game.phase === 'white' || (game.phase === 'colour' && seat === game.active);
  return asked ? (game.answered[seat] ? 'done' : 'yet') : null;
}

/** Whose turn it is, and who plays at a seat if that is no person. */
export function seatNote({ game, seats }: PlayedView, seat: number): string {
  const { bot, program } = at(seats, seat);
  const notes = [
    seat === game.active && game.phase === 'roll' ? t('table.seat.active') : '',
    program ? t('table.seat.program') : '',
    bot ? t('table.seat.bot', { level: levelText(bot) }) : '',
  ];
  return notes.filter(Boolean).join(', ');
}
