/* Texts for what a game can do without: keys, signs for each other, a first game explained. */

import type { Entry } from '../keys';
import { partTexts } from '../part.svelte';
import type en from './en.json';

export type ExtraKey = keyof typeof en;

const texts = partTexts<ExtraKey>(
  import.meta.glob<{ default: Record<ExtraKey, Entry> }>('./??.json'),
);

export const loadExtraTexts = texts.load;
export const haveExtraTexts = texts.ready;
export const x = texts.text;
