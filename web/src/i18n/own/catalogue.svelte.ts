/* Texts about what is yours: games you have played, days in a row, results to share. */

import type { Entry } from '../keys';
import { partTexts } from '../part.svelte';
import type en from './en.json';

export type OwnKey = keyof typeof en;

const texts = partTexts<OwnKey>(import.meta.glob<{ default: Record<OwnKey, Entry> }>('./??.json'));

export const loadOwnTexts = texts.load;
export const haveOwnTexts = texts.ready;
export const o = texts.text;
