/*
 * What has the focus goes away when it is pressed: whoever acts by keyboard goes on with what
 * comes next.
 */

import { tick } from 'svelte';

const NEXT = '.offered, .actions button:not(:disabled, .tool)';

/** Follows whatever `moment` names inside `root`, once something was done; say so by calling it. */
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
