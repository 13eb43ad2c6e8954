/* The languages. Each catalogue is loaded when it is first wanted; `all.ts` brings more texts. */

import { insist } from '../basics/later';
import type { Language } from '../protocol';
import type { Catalogue, Entry, Key } from './keys';
import type { Args } from './text';

export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
};

type Source = (language: Language) => Promise<{ default: Catalogue }> | undefined;
const files = import.meta.glob<{ default: Catalogue }>('./??.json');
const sources: Source[] = [(wanted) => files[`./${wanted}.json`]?.()];

let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue>({});
/** As Europe writes: "A, B and C". */
const LOCALES: Record<Language, string> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  it: 'it',
  pt: 'pt-PT',
};
let plurals = new Intl.PluralRules('en');
let ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

export function currentLanguage(): Language {
  return language;
}

/** How dates, numbers and lists are written in it. */
export function currentLocale(): string {
  return LOCALES[language];
}

let wished: Language = 'en';
let wishes = 0;

export async function setLanguage(wanted: Language): Promise<void> {
  wished = wanted;
  const wish = ++wishes;
  const loaded = await Promise.all(sources.map((source) => insist(async () => source(wanted))));
  if (wish !== wishes) return; // by now something else is wanted
  plurals = new Intl.PluralRules(LOCALES[wanted]);
  ordinals = new Intl.PluralRules(LOCALES[wanted], { type: 'ordinal' });
  language = wanted;
  catalogue = Object.assign({}, ...loaded.map((each) => each?.default));
}

/** Texts from there, too, from now on. */
export function addTexts(source: Source): Promise<void> {
  sources.push(source);
  return setLanguage(wished);
}

/** The first language of the browser that we speak. */
export function preferredLanguage(languages: readonly string[] = navigator.languages): Language {
  const codes = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

/** The text for `key`, with {names} filled in from `args`; `n` chooses the plural. */
export function t(key: Key, args: Args = {}): string {
  return written(catalogue[key] ?? key, args);
}

/** An entry of a catalogue of this language, filled in. */
export function written(entry: Entry, args: Args = {}): string {
  const text = typeof entry === 'string' ? entry : (form(entry, Number(args['n'])) ?? '');
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

function form(entry: Exclude<Entry, string>, n: number): string | undefined {
  const [forms, rules] = 'ordinal' in entry ? [entry.ordinal, ordinals] : [entry, plurals];
  return forms[rules.select(n)] ?? forms.other;
}

/** "Mara, Jonas and Pip", or with "or" between them. */
export function list(items: string[], type?: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(LOCALES[language], { type }).format(items);
}
