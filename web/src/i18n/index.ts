/* The texts of the page in the language of the reader. Dates and numbers are in formats.ts. */

export * from './translate.svelte';
export * from './phrases';
