/* Dates and numbers as the language writes them. */

import { currentLocale } from './translate.svelte';

/** A day of the calendar, "2026-11-15", which is the same everywhere. */
export function dayText(day: string, long = false): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: long ? 'long' : 'short',
    ...(long ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T00:00Z`));
}

/** "61.6" */
export const oneDigit = (value: number) =>
  new Intl.NumberFormat(currentLocale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value);
