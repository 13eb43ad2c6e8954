/* What happens to the rows of a pad is told to everybody: one was locked, one is open again. */

import { at } from '../../lib/itemAt';
import { onDestroy } from 'svelte';
import { named } from '../../board/tableView';
import { list, t, cap } from '../../i18n';
import type { ClosedRow, PadView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import type { TableSession } from '../../net/tableSession.svelte';
import type { Note } from '../../ui/Toast.svelte';
import { ownSeats, rowsBetween } from './padCard';

const SHOWN = 5000;

/** Listens to the pad; the note that is to be shown now, if there is one. */
export function padNews(table: TableSession): { readonly note: Note | null } {
  let note = $state.raw<Note | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = table.on('view', (now, before) => {
    if (now.stage !== 'pad' || before?.stage !== 'pad' || now.pad.id !== before.pad.id) return;
    const news = noteOf(named(now), before.pad);
    if (!news) return;
    note = news;
    clearTimeout(timer);
    timer = setTimeout(() => (note = null), SHOWN);
  });
  onDestroy(() => {
    stop();
    clearTimeout(timer);
  });
  return {
    get note() {
      return note;
    },
  };
}

function noteOf(view: PadView, before: PadView['pad']): Note | null {
  const { locked, opened } = rowsBetween(before, view.pad);
  const row = opened[0];
  if (row) {
    const title = t('pad.open.title', { row: cap(t(`board.rowName.${row.colour}`)) });
    return { colour: row.colour, title, text: t('pad.open.text', lockers(view, row)) };
  }
  const shut = locked[0];
  if (!shut) return null;
  giveFeedback('lock');
  // Whoever is asked about it reads it there.
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
  names: list(by.map((seat) => at(view.seats, seat).name)),
});
