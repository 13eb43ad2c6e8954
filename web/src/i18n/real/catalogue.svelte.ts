/* Texts for people who sit round a real table: their dice, cards on paper, a screen in the middle. */

import type { Entry } from '../keys';
import { partTexts } from '../part.svelte';
import type en from './en.json';

export type RealKey = keyof typeof en;

const texts = partTexts<RealKey>(
  import.meta.glob<{ default: Record<RealKey, Entry> }>('./??.json'),
);

export const loadRealTexts = texts.load;
export const haveRealTexts = texts.ready;
export const d = texts.text;
