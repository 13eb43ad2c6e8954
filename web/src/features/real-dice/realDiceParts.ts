/* What a table with real dice needs beside the usual: loaded where it is played with them. */

export { default as DiceEntryOverlay } from './DiceEntryOverlay.svelte';
export { default as DiceSource } from './DiceSource.svelte';
export { facesAt } from './taps.svelte';
export { default as TurnButtons } from './TurnButtons.svelte';
