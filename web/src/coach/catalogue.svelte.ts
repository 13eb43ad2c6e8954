/* Texts of the coach: long, and needed only where somebody asks for it. */

import { currentLanguage } from '../i18n/index.svelte';
import type { Args } from '../i18n/text';
import type { Language } from '../protocol';
import type en from './en.json';

export type CoachKey = keyof typeof en;
type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Texts = Record<CoachKey, Entry>;

const catalogues = import.meta.glob<{ default: Texts }>('./??.json');

let texts = $state.raw<Texts | null>(null);
let plurals = new Intl.PluralRules('en');

/** Loads the texts of a language. What is shown changes when they are there. */
export async function loadTexts(language: Language): Promise<void> {
  const loaded = await catalogues[`./${language}.json`]?.();
  if (language !== currentLanguage()) return;
  plurals = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language);
  texts = loaded?.default ?? null;
}

export const haveTexts = () => texts !== null;

/** The text for `key`, with {names} filled in from `args`; `n` chooses the plural. */
export function c(key: CoachKey, args: Args = {}): string {
  const entry = texts?.[key] ?? '';
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[plurals.select(Number(args['n']))] ?? entry.other ?? '');
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

type Known<K> = K extends `why.${infer Code}` ? Code : never;
export type ReasonCode = Known<CoachKey>;

/** Whether there is a sentence for a reason of the coach. */
export function knows(code: string): code is ReasonCode {
  return !!texts && `why.${code}` in texts;
}
