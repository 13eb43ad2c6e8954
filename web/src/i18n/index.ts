/* The texts of the page, and the dates, numbers and sentences in the language of the reader. */

export * from './translate.svelte';
export * from './phrases';
export * from './formats';
