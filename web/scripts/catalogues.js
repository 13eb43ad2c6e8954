/*
 * Fails when a text is missing in a language, or is there and used nowhere.
 *
 * Texts are used as t('key') or t(`prefix.${…}`); the type checker makes sure that whatever fills
 * such a prefix exists.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt'];
/** Folder of catalogues, and the name of the function that reads them. */
const SETS = [
  ['i18n', 't'],
  ['i18n/later', 't'],
  ['i18n/rules', 'r'],
  ['i18n/coach', 'c'],
  ['i18n/own', 'o'],
  ['i18n/real', 'd'],
  ['i18n/extras', 'x'],
  ['i18n/pad', 'p'],
];

const files = readdirSync(SOURCE, { recursive: true })
  .map(String)
  .filter((file) => /\.(ts|svelte)$/.test(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'));

const problems = [];

for (const [folder, reader] of SETS) {
  const catalogues = Object.fromEntries(
    LANGUAGES.map((code) => [
      code,
      JSON.parse(readFileSync(join(SOURCE, folder, `${code}.json`), 'utf8')),
    ]),
  );
  const english = catalogues.en;

  // Also inside a choice: t(yes ? 'one' : 'other').
  const call = new RegExp(`\\b${reader}\\(\\s*((?:[^()]|\\([^()]*\\))*)`, 'g');
  const used = new Set();
  const prefixes = new Set();
  for (const text of files) {
    for (const [, argument] of text.matchAll(call)) {
      for (const [, key] of argument.matchAll(/'([\w.-]+)'/g)) used.add(key);
      for (const [, prefix] of argument.matchAll(/`([\w.-]+)\$\{/g)) prefixes.add(prefix);
    }
    // Tables of keys, such as { lobby: 'home.waiting' }.
    for (const [, key] of text.matchAll(/'(\w+\.[\w.-]+)'/g)) if (key in english) used.add(key);
  }
  const isUsed = (key) => used.has(key) || [...prefixes].some((prefix) => key.startsWith(prefix));
  for (const key of Object.keys(english)) if (!isUsed(key)) problems.push(`unused: ${key}`);

  for (const [code, catalogue] of Object.entries(catalogues)) {
    const locale = code === 'pt' ? 'pt-PT' : code;
    const rules = new Intl.PluralRules(locale);
    const ordinals = new Intl.PluralRules(locale, { type: 'ordinal' });
    for (const key of Object.keys(english)) {
      if (!(key in catalogue)) problems.push(`${folder}/${code}: missing: ${key}`);
    }
    for (const [key, entry] of Object.entries(catalogue)) {
      if (!(key in english)) {
        problems.push(`${folder}/${code}: not in English: ${key}`);
        continue;
      }
      if (typeof entry === 'object') {
        const ordinal = 'ordinal' in entry;
        for (const plural of (ordinal ? ordinals : rules).resolvedOptions().pluralCategories) {
          if (!(plural in (entry.ordinal ?? entry)))
            problems.push(`${folder}/${code}: ${key}: no plural "${plural}"`);
        }
      }
      // Or a line might begin with a colon.
      if (code === 'fr' && / [:;?!»]|« /.test(JSON.stringify(entry)))
        problems.push(`${folder}/${code}: ${key}: wants a no-break space (U+00A0) there`);
      const names = (value) =>
        // {the} is {cell}, and {the_best} {best}, with the article that the language wants.
        [
          ...new Set(
            JSON.stringify(value)
              .replaceAll('{the}', '{cell}')
              .replaceAll('{the_', '{')
              .match(/\{\w+\}/g) ?? [],
          ),
        ]
          .sort()
          .join(' ');
      const [ours, theirs] = [names(english[key]), names(entry)];
      if (ours !== theirs) problems.push(`${folder}/${code}: ${key}: "${theirs}", not "${ours}"`);
    }
  }
}

if (problems.length) {
  console.error(problems.join('\n'));
  process.exit(1);
}
