/* What happens to the rows of a pad is told to everybody: one was locked, one is open again. */

import { at } from '../../lib/itemAt';
import { untrack } from 'svelte';
import { list, t } from '../../i18n/all';
import { cap } from '../../i18n/text';
import type { ClosedRow, PadView } from '../../protocol';
import { giveFeedback } from '../../lib/feedback';
import type { Note } from '../../ui/Toast.svelte';
import { p } from '../../i18n/pad/catalogue.svelte';
import { ownSeats, rowsBetween } from './padCard';

const SHOWN = 5000;

/** Watches the pad; the note that is to be shown now, if there is one. */
export function padNews(view: () => PadView): { readonly note: Note | null } {
  let note = $state.raw<Note | null>(null);
  const pad = $derived(view().pad);
  let known = untrack(() => pad);
  // Outside of the effect, which is left with every view: a note outlasts some of them.
  let timer: ReturnType<typeof setTimeout> | undefined;
  $effect(() => {
    const [before, now] = [known, pad];
    known = now;
    if (before.id !== now.id) return;
    const told = untrack(() => noteOf(view(), before));
    if (!told) return;
    note = told;
    clearTimeout(timer);
    timer = setTimeout(() => (note = null), SHOWN);
  });
  $effect(() => () => clearTimeout(timer));
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
    const title = p('open.title', { row: cap(t(`rowname.${row.colour}`)) });
    return { colour: row.colour, title, text: p('open.text', named(view, row)) };
  }
  const shut = locked[0];
  if (!shut) return null;
  giveFeedback('lock');
  // Whoever is asked about it reads it there.
  const asked = ownSeats(view).some((seat) =>
    at(view.pad.marking, seat).shared.includes(shut.colour),
  );
  if (asked) return null;
  const title = t('toast.theyLocked', { ...named(view, shut), row: t(`rowname.${shut.colour}`) });
  return { colour: shut.colour, title, text: t('toast.text') };
}

const named = (view: PadView, { by }: ClosedRow) => ({
  n: by.length,
  names: list(by.map((seat) => at(view.seats, seat).name)),
});
