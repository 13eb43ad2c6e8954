/* Steps within a page that going back undoes. */

import { depth, push } from './router.svelte';

/** The page shows something else of its own now; going back undoes that. */
export function step(undo: () => void): void {
  push();
  const taken = depth();
  window.addEventListener('popstate', function listen() {
    if (depth() >= taken) return;
    window.removeEventListener('popstate', listen);
    undo();
  });
}
