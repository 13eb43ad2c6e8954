/* What happens to everybody is announced: a locked row is shown, a throw may be heard. */

import { at } from '../../lib/itemAt';
import { untrack } from 'svelte';
import { list, t } from '../../i18n/index.svelte';
import type { ClosedRow, PlayedView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import { throwOf } from './decision.svelte';
import type { Note } from '../../ui/Toast.svelte';

const SHOWN = 5000;

/** Watches the table; the note that is to be shown now, if there is one. */
export function announcements(view: () => PlayedView): { readonly note: Note | null } {
  let note = $state<Note | null>(null);

  // Numbers and names, so that a view in which nothing was locked does not touch the note.
  const game = $derived(view().game.id);
  const count = $derived(view().game.closed.length);
  let known = untrack(() => ({ game, count }));
  $effect(() => {
    const before = game === known.game ? known.count : count;
    known = { game, count };
    if (count <= before) return;
    note = untrack(() => lockNote(view(), view().game.closed.slice(before)));
    giveFeedback('lock');
    const timer = setTimeout(() => (note = null), SHOWN);
    return () => clearTimeout(timer);
  });

  const lying = $derived(throwOf(view()));
  let thrown = untrack(() => lying);
  $effect(() => {
    if (lying && lying !== thrown) giveFeedback('roll');
    thrown = lying;
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
  const text = alone ? '' : t(rows.length > 1 ? 'toast.several' : 'toast.text');
  return { colour: at(rows, 0).colour, title, text };
}

function lockedBy(view: PlayedView, { by, colour }: ClosedRow): string {
  const own = view.you?.seat ?? -1;
  const mates = by.filter((seat) => seat !== own).map((seat) => at(view.seats, seat).name);
  const args = { n: mates.length, names: list(mates), row: t(`rowname.${colour}`) };
  return !by.includes(own)
    ? t('toast.theyLocked', args)
    : t(mates.length ? 'toast.bothLocked' : 'toast.youLocked', args);
}
