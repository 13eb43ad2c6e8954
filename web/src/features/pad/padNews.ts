/* Messages for everyone when a row of a pad is locked, or open again. */

import { at } from '../../lib/itemAt';
import { onDestroy } from 'svelte';
import { named, namesAt } from '../../board/tableView';
import { t, cap } from '../../i18n';
import type { ClosedRow, PadView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import type { TableSession } from '../../net/tableSession.svelte';
import { TimedNote } from '../../ui/timedNote.svelte';
import type { ToastMessage } from '../../ui/Toast.svelte';
import { ownSeats, rowsBetween } from './padCard';

/** Listens to the pad, and shows what happens to its rows. */
export function padNews(table: TableSession): TimedNote {
  const news = new TimedNote();
  onDestroy(
    table.on('view', (now, before) => {
      if (now.stage !== 'pad' || before?.stage !== 'pad' || now.pad.id !== before.pad.id) return;
      const note = noteOf(named(now), before.pad);
      if (note) news.show(note);
    }),
  );
  return news;
}

function noteOf(view: PadView, before: PadView['pad']): ToastMessage | null {
  const { locked, opened } = rowsBetween(before, view.pad);
  const row = opened[0];
  if (row) {
    const title = t('pad.open.title', { row: cap(t(`board.rowName.${row.colour}`)) });
    return { colour: row.colour, title, text: t('pad.open.text', lockers(view, row)) };
  }
  const shut = locked[0];
  if (!shut) return null;
  giveFeedback('lock');
  // A player who is asked about the row needs no message.
  const asked = ownSeats(view).some((seat) =>
    at(view.pad.marking, seat).shared.includes(shut.colour),
  );
  if (asked) return null;
  const title = t('table.toast.theyLocked', {
    ...lockers(view, shut),
    row: t(`board.rowName.${shut.colour}`),
  });
  return { colour: shut.colour, title, text: t('table.toast.text') };
}

const lockers = (view: PadView, { by }: ClosedRow) => ({
  n: by.length,
  names: namesAt(view, by),
});
