/* The languages. Each catalogue is loaded when it is first wanted; `all.ts` brings more texts. */

import { persist } from '../lib/lazy';
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

type Source<Texts> = (language: Language) => Promise<{ default: Texts }> | undefined;
/** Loads the texts of a language; what that gives puts them in use. */
type Loader = (language: Language) => Promise<() => void>;

let language = $state<Language>('en');
let catalogue = $state.raw<Catalogue>({});
/** Where `t` looks. */
export const intoCatalogue = (texts: Catalogue) => (catalogue = { ...catalogue, ...texts });
const files = import.meta.glob<{ default: Catalogue }>('./??.json');
const loaders = [loader((wanted) => files[`./${wanted}.json`]?.(), intoCatalogue)];
/** As Europe writes: "A, B and C". */
export const LOCALES: Record<Language, string> = {
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
let latest: Promise<void>;

/** Changes all texts that are in use at once, when the last of them are there. */
export function setLanguage(wanted: Language): Promise<void> {
  wished = wanted;
  const mine: Promise<void> = Promise.all(loaders.map((load) => load(wanted))).then((loaded) => {
    if (mine !== latest) return latest; // by now something else is wanted
    plurals = new Intl.PluralRules(LOCALES[wanted]);
    ordinals = new Intl.PluralRules(LOCALES[wanted], { type: 'ordinal' });
    language = wanted;
    for (const use of loaded) use();
    return undefined;
  });
  return (latest = mine);
}

function loader<Texts>(source: Source<Texts>, use: (texts: Texts) => void): Loader {
  return async (wanted) => {
    const loaded = await persist(async () => source(wanted));
    return () => loaded && use(loaded.default);
  };
}

/** From now on also texts from there: `use` gets them now and in every later language. */
export async function addTexts<Texts>(
  source: Source<Texts>,
  use: (texts: Texts) => void,
): Promise<void> {
  const load = loader(source, use);
  for (let wanted: Language | undefined; wanted !== wished;) {
    wanted = wished;
    const found = await load(wanted);
    if (wanted === wished) found();
  }
  loaders.push(load);
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
