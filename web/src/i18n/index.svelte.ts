/* The languages. Each catalogue is loaded when it is first wanted. */

import type { Language } from '../protocol';
import type { Catalogue, Key } from './keys';
import type { Args } from './text';

export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
};

const catalogues = import.meta.glob<{ default: Catalogue }>('./??.json');

let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue | null>(null);
let plurals = new Intl.PluralRules('en');

export function currentLanguage(): Language {
  return language;
}

export async function setLanguage(wanted: Language): Promise<void> {
  const loaded = await catalogues[`./${wanted}.json`]?.();
  plurals = new Intl.PluralRules(wanted === 'pt' ? 'pt-PT' : wanted);
  language = wanted;
  catalogue = loaded?.default ?? null;
}

/** The first language of the browser that we speak. */
export function preferredLanguage(languages: readonly string[] = navigator.languages): Language {
  const codes = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** The text for `key`, with {names} filled in from `args`; `n` chooses the plural. */
export function t(key: Key, args: Args = {}): string {
  const entry = catalogue?.[key] ?? key;
  const text =
    typeof entry === 'string'
      ? entry
      : (entry[plurals.select(Number(args['n']))] ?? entry.other ?? key);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

/** "Mara, Jonas and Pip", or with "or" between them. */
export function list(items: string[], type?: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(language, { type }).format(items);
}
