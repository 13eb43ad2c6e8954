/* Optional sounds and vibration. */

import { settings } from './settings.svelte';
import type { Sound } from './sounds';

const BUZZES = { roll: 30, cross: 12, lock: [30, 40, 60], turn: [60, 60, 60] };

export function giveFeedback(what: Sound): void {
  // Before the first tap a browser allows no sound, and complains.
  if (settings.sound && navigator.userActivation?.hasBeenActive) {
    void import('./sounds').then(({ play }) => play(what));
  }
  if (settings.vibration) navigator.vibrate?.(BUZZES[what]);
}
