/* Announces events that concern everyone: it shows a locked row, and a roll makes a sound. */

import { at } from '../../lib/itemAt';
import { onDestroy } from 'svelte';
import { isPlayed, named, namesAt } from '../../board/tableView';
import { t } from '../../i18n';
import type { ClosedRow, PlayedView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import type { TableSession } from '../../net/tableSession.svelte';
import { rollKey } from './decision.svelte';
import { TimedNote } from '../../ui/timedNote.svelte';
import type { ToastMessage } from '../../ui/Toast.svelte';

/** Listens to the table, and shows which rows are locked. */
export function announcements(table: TableSession): TimedNote {
  const news = new TimedNote();
  onDestroy(
    table.on('view', (now, before) => {
      if (!isPlayed(now) || !before || !isPlayed(before) || now.game.id !== before.game.id) return;
      if (rollKey(now) && rollKey(now) !== rollKey(before)) giveFeedback('roll');
      const locked = now.game.closed.slice(before.game.closed.length);
      if (!locked.length) return;
      giveFeedback('lock');
      news.show(lockNote(named(now), locked));
    }),
  );
  return news;
}

/** Several rows may close at once. */
function lockNote(view: PlayedView, rows: ClosedRow[]): ToastMessage {
  const title = rows.map((row) => lockedBy(view, row)).join(' ');
  // Alone there is nobody else for whom it is closed, and the tray shows that the die is out.
  const alone = view.game.cards.length === 1;
  const text = alone ? '' : t(rows.length > 1 ? 'table.toast.several' : 'table.toast.text');
  return { colour: at(rows, 0).colour, title, text };
}

function lockedBy(view: PlayedView, { by, colour }: ClosedRow): string {
  const own = view.you?.seat ?? -1;
  const mates = by.filter((seat) => seat !== own);
  const args = { n: mates.length, names: namesAt(view, mates), row: t(`board.rowName.${colour}`) };
  return !by.includes(own)
    ? t('table.toast.theyLocked', args)
    : t(mates.length ? 'table.toast.bothLocked' : 'table.toast.youLocked', args);
}
