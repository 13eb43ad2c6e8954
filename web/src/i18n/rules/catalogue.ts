/* Texts of the rules pages: long, and needed only there. */

import { persist } from '../../lib/lazy';
import type { Language } from '../../protocol';
import type en from './en.json';

export type RulesKey = keyof typeof en;
export type RulesText = (key: RulesKey, args?: Record<string, string | number>) => string;

const catalogues = import.meta.glob<{ default: Record<RulesKey, string> }>('./??.json');

export async function rulesIn(language: Language): Promise<RulesText> {
  const loaded = await persist(async () => catalogues[`./${language}.json`]?.());
  return (key, args = {}) =>
    (loaded?.default[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) =>
      String(args[name] ?? whole),
    );
}
