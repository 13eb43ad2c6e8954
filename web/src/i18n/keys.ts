import type en from './en.json';

export type Key = keyof typeof en;
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
/** A text, or one for each plural class of the language, or of its ordinals (1st; l’8). */
export type Entry = string | Forms | { ordinal: Forms };
export type Catalogue = Record<Key, Entry>;
