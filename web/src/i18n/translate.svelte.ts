/* The texts of the page in the language of the reader; `needTexts` loads more of them. */

import { retryForever } from '../lib/lazy';
import type { Language } from '../protocol';
import { FIRST_PARTS, type Entry, type Key, type Part, type Texts } from './keys';
import { fileOf, loadTexts } from './loadTexts';
import type { Args } from './phrases';

export const LANGUAGES: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
};
/** How dates, numbers and lists are written. In English as Europe writes: "A, B and C". */
const LOCALES: Record<Language, string> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  it: 'it',
  pt: 'pt-PT',
};

/** The loaded texts by language and file. */
const loaded: Partial<Record<Language, Partial<Record<string, Texts>>>> = {};
/** The parts that every language which is chosen from now on must have. */
let needed = FIRST_PARTS;

let language = $state<Language>('en');
let latest: Language = 'en';
let plurals = new Intl.PluralRules('en');
let ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

export const currentLanguage = (): Language => language;

export const currentLocale = (): string => LOCALES[language];

async function load(wanted: Language, parts: readonly Part[]): Promise<void> {
  const there = (loaded[wanted] ??= {});
  const missing = parts
    .map(fileOf)
    .filter((file, i, all) => !there[file] && all.indexOf(file) === i);
  await Promise.all(
    missing.map(async (file) => {
      there[file] = await loadTexts(wanted, file);
    }),
  );
}

/** Loads parts of the texts. From then on they follow the language of the page. */
export async function needTexts(...parts: Part[]): Promise<void> {
  needed = [...needed, ...parts.filter((part) => !needed.includes(part))];
  await load(language, parts);
}

/** Loads a module of the page and the texts that it shows, at the same time. */
export async function withTexts<Module>(
  module: Promise<Module>,
  ...parts: Part[]
): Promise<Module> {
  const [found] = await Promise.all([module, needTexts(...parts)]);
  return found;
}

/** Changes the language once everything that is in use has been loaded, however long that takes. */
export async function setLanguage(wanted: Language): Promise<void> {
  latest = wanted;
  const isComplete = () => needed.every((part) => loaded[wanted]?.[fileOf(part)]);
  while (!isComplete()) await retryForever(() => load(wanted, needed));
  // By now another language may be wanted.
  if (latest !== wanted) return;
  plurals = new Intl.PluralRules(LOCALES[wanted]);
  ordinals = new Intl.PluralRules(LOCALES[wanted], { type: 'ordinal' });
  language = wanted;
}

/** Returns the first language of the browser that this page has. */
export function preferredLanguage(languages: readonly string[] = navigator.languages): Language {
  const codes = languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (codes.find((code) => code in LANGUAGES) as Language | undefined) ?? 'en';
}

const find = (key: string): Entry | undefined =>
  loaded[language]?.[fileOf(key.split('.', 1)[0] as Part)]?.[key as Key];

export const hasText = (key: string): key is Key => find(key) !== undefined;

/** Returns the text for `key` with {names} filled in from `args`; `n` chooses the plural. */
export function t(key: Key, args: Args = {}): string {
  const entry = find(key);
  if (entry === undefined && !import.meta.env.PROD) {
    throw new Error(`the text "${key}" is missing in ${language}: was its part loaded?`);
  }
  return fillIn(entry ?? key, args);
}

export function fillIn(entry: Entry, args: Args): string {
  const text = typeof entry === 'string' ? entry : (formFor(entry, Number(args['n'])) ?? '');
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

function formFor(entry: Exclude<Entry, string>, n: number): string | undefined {
  const [forms, rules] = 'ordinal' in entry ? [entry.ordinal, ordinals] : [entry, plurals];
  return forms[rules.select(n)] ?? forms.other;
}

/** "Mara, Jonas and Pip", or with "or" between them. */
export function list(items: string[], type?: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat(LOCALES[language], { type }).format(items);
}
