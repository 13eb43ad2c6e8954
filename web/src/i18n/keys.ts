import type en from './en.json';

export type Key = keyof typeof en;
/** A text, or one for each plural class of the language. */
export type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<Key, Entry>;
