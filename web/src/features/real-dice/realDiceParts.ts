/* The additional parts of a table with real dice. Other tables do not load this file. */

export { default as DiceEntryOverlay } from './DiceEntryOverlay.svelte';
export { default as DiceSource } from './DiceSource.svelte';
export { facesAt } from './taps.svelte';
export { default as TurnButtons } from './TurnButtons.svelte';
