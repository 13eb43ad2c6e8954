/* What happens to everybody is announced: a locked row is shown, a throw may be heard. */

import { at } from '../../lib/itemAt';
import { onDestroy } from 'svelte';
import { isPlayed, named } from '../../board/tableView';
import { list, t } from '../../i18n';
import type { ClosedRow, PlayedView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import type { TableSession } from '../../net/tableSession.svelte';
import { throwOf } from './decision.svelte';
import type { Note } from '../../ui/Toast.svelte';

const SHOWN = 5000;

/** Listens to the table; the note that is to be shown now, if there is one. */
export function announcements(table: TableSession): { readonly note: Note | null } {
  let note = $state.raw<Note | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = table.on('view', (now, before) => {
    if (!isPlayed(now) || !before || !isPlayed(before) || now.game.id !== before.game.id) return;
    if (throwOf(now) && throwOf(now) !== throwOf(before)) giveFeedback('roll');
    const locked = now.game.closed.slice(before.game.closed.length);
    if (!locked.length) return;
    giveFeedback('lock');
    note = lockNote(named(now), locked);
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

/** Several rows may close at once. */
function lockNote(view: PlayedView, rows: ClosedRow[]): Note {
  const title = rows.map((row) => lockedBy(view, row)).join(' ');
  // Alone there is nobody else for whom it is closed, and the tray shows that the die is out.
  const alone = view.game.cards.length === 1;
  const text = alone ? '' : t(rows.length > 1 ? 'table.toast.several' : 'table.toast.text');
  return { colour: at(rows, 0).colour, title, text };
}

function lockedBy(view: PlayedView, { by, colour }: ClosedRow): string {
  const own = view.you?.seat ?? -1;
  const mates = by.filter((seat) => seat !== own).map((seat) => at(view.seats, seat).name);
  const args = { n: mates.length, names: list(mates), row: t(`board.rowName.${colour}`) };
  return !by.includes(own)
    ? t('table.toast.theyLocked', args)
    : t(mates.length ? 'table.toast.bothLocked' : 'table.toast.youLocked', args);
}
