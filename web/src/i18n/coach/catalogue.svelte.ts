/* Texts of the coach: long, and needed only where somebody asks for it. */

import type { Entry } from '../keys';
import { partTexts } from '../part.svelte';
import type en from './en.json';

export type CoachKey = keyof typeof en;

const texts = partTexts<CoachKey>(
  import.meta.glob<{ default: Record<CoachKey, Entry> }>('./??.json'),
);

export const loadTexts = texts.load;
export const haveTexts = texts.ready;
export const c = texts.text;

type Known<K> = K extends `why.${infer Code}` ? Code : never;
export type ReasonCode = Known<CoachKey>;

/** Whether there is a sentence for a reason of the coach. */
export function knows(code: string): code is ReasonCode {
  return texts.has(`why.${code}`);
}
