import type en from './en.json';
import type later from './later/en.json';

/** What a first game needs. */
export type Key = keyof typeof en;
/** That, and what other screens need. */
export type AnyKey = Key | keyof typeof later;
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
/** A text, or one for each plural class of the language, or of its ordinals (1st; l’8). */
export type Entry = string | Forms | { ordinal: Forms };
export type Catalogue = Partial<Record<AnyKey, Entry>>;
