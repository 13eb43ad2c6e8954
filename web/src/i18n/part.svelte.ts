/* Texts of one part of the page: loaded when that part is asked for. */

import { insist } from '../basics/later';
import type { Language } from '../protocol';
import { currentLanguage, written } from './index.svelte';
import type { Entry } from './keys';
import type { Args } from './text';

type Files<K extends string> = Record<string, () => Promise<{ default: Record<K, Entry> }>>;

/** The texts in these files, one for each language. */
export function partTexts<K extends string>(files: Files<K>) {
  let texts = $state.raw<Record<K, Entry> | null>(null);
  return {
    /** Loads the texts of a language. What is shown changes when they are there. */
    async load(language: Language): Promise<void> {
      const loaded = await insist(async () => files[`./${language}.json`]?.());
      if (language === currentLanguage()) texts = loaded?.default ?? null;
    },
    ready: () => texts !== null,
    /** The text for `key`, with {names} filled in from `args`; `n` chooses the plural. */
    text: (key: K, args: Args = {}): string => written(texts?.[key] ?? '', args),
    has: (key: string): key is K => !!texts && key in texts,
  };
}
