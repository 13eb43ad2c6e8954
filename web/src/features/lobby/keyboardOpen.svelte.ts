/* Whether a keyboard on the screen leaves so little room that a fixed bar would be in the way. */

import { createSubscriber } from 'svelte/reactivity';

/** CSS pixels in sight below which the keyboard must be open. */
const LITTLE = 420;
/** CSS pixels that no keyboard is lower than; the bars of a browser are. */
const KEYBOARD = 120;

const subscribe = createSubscriber((update) => {
  const { visualViewport } = window;
  visualViewport?.addEventListener('resize', update);
  return () => visualViewport?.removeEventListener('resize', update);
});

export function isKeyboardOpen(): boolean {
  subscribe();
  const { visualViewport } = window;
  if (!visualViewport) return false;
  // A zoomed page is lower, too.
  const height = visualViewport.height * visualViewport.scale;
  return height < LITTLE && height < window.innerHeight - KEYBOARD;
}
