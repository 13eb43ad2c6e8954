/* Texts of a pad: cards on phones beside real dice. */

import type { Entry } from '../keys';
import { partTexts } from '../part.svelte';
import type en from './en.json';

export type PadKey = keyof typeof en;

const texts = partTexts<PadKey>(import.meta.glob<{ default: Record<PadKey, Entry> }>('./??.json'));

export const loadPadTexts = texts.load;
export const havePadTexts = texts.ready;
export const p = texts.text;
