import { onDestroy } from 'svelte';
import type { ToastMessage } from './Toast.svelte';

/** How long a message is shown, in milliseconds. */
const SHOWN = 5000;

/** A message that goes away after a while. */
export class TimedNote {
  note = $state.raw<ToastMessage | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    onDestroy(() => clearTimeout(this.#timer));
  }

  show(note: ToastMessage) {
    this.note = note;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.note = null), SHOWN);
  }
}
