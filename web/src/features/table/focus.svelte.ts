/*
 * Moves the focus on. A pressed button disappears, and its focus with it; then the first cell or
 * button with `data-next` gets the focus.
 */

import { tick } from 'svelte';

const NEXT = '[data-next]:not(:disabled)';

/** Moves the focus within `root` when `moment` changes after a call of the returned function. */
export function followFocus(root: () => HTMLElement | undefined, moment: () => string): () => void {
  let acted = false;
  const now = $derived(moment());
  $effect(() => {
    void now;
    if (!acted) return;
    void tick().then(() => {
      if (document.activeElement !== document.body) return;
      root()?.querySelector<HTMLElement>(NEXT)?.focus();
    });
  });
  return () => (acted = true);
}
