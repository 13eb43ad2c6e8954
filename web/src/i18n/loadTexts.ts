import { withBase } from '../lib/base';
import { fetchFile } from '../lib/lazy';
import type { Language } from '../protocol';
import { FIRST_PARTS, type Part, type Texts } from './keys';

/** The file of a part: the parts of a first visit are one file. The build writes these files. */
export const fileOf = (part: Part): string => (FIRST_PARTS.includes(part) ? 'first' : part);

const coming: Partial<Record<string, Promise<Texts>>> = {};

export function loadTexts(language: Language, file: string): Promise<Texts> {
  const address = `/assets/texts-${import.meta.env.TEXTS_VERSION}-${language}-${file}.json`;
  return (coming[address] ??= fetchFile(withBase(address))
    .then((answer) => answer.json() as Promise<Texts>)
    .finally(() => delete coming[address]));
}
