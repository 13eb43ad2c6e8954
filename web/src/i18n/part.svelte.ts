/* Texts of one part of the page: loaded when that part is asked for. */

import type { Language } from '../protocol';
import { addTexts, written } from './index.svelte';
import type { Entry } from './keys';
import type { Args } from './text';

type Files<K extends string> = Record<string, () => Promise<{ default: Record<K, Entry> }>>;

/** The texts in these files, one for each language. */
export function partTexts<K extends string>(files: Files<K>) {
  let texts = $state.raw<Record<K, Entry> | null>(null);
  let loaded: Promise<void> | undefined;
  const load = () =>
    (loaded ??= addTexts(
      (language) => files[`./${language}.json`]?.(),
      (found) => (texts = found),
    ));
  return {
    /** Loads the texts. From then on they follow the language of the page. */
    load: load as (language: Language) => Promise<void>,
    ready: () => texts !== null,
    /** The text for `key`, with {names} filled in from `args`; `n` chooses the plural. */
    text: (key: K, args: Args = {}): string => written(texts?.[key] ?? '', args),
    has: (key: string): key is K => !!texts && key in texts,
  };
}
