/*
 * Checks the texts. It fails if a text is missing in a language, lacks a plural or is used nowhere.
 * It also fails if a text belongs to a part that is not loaded with the module that shows it.
 *
 * A text is used as 'part.name', or as `part.prefix.${…}`: the type checker makes sure that the
 * whole key exists. A module that is loaded later names its parts behind its
 * import: withTexts(import('./Rules.svelte'), 'rules').
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const TEXTS = join(SOURCE, 'i18n');
const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt'];
const parts = readdirSync(join(TEXTS, 'en')).map((file) => file.replace('.json', ''));

/** A number before a noun or a verb in the plural, in English. */
const COUNTED =
  /(?<!seat |turn |Green )\{(?:n|of|from|given|points|needed|total|all)\}(?: of \{of\})? (?:[a-z]+s|were|are|have)\b/;
/** Texts whose number is never one, or has decimals and reads well with either form. */
const NEVER_ONE = [
  'daily.good',
  'daily.ten',
  'extras.confirm.lastMisthrowText',
  'extras.confirm.misthrowText',
  'review.costs.points',
  'review.costs.share',
  'review.why.misthrow',
  'rules.lock.text.one',
  'rules.lock.text.two',
  'rules.score.picture',
  'shared.lesson.lock.title',
  'shared.nameTooLong',
  'table.reason.not-enough-crosses',
  'training.gave',
];

const problems = [];
const textsOf = (language) =>
  Object.assign(
    {},
    ...parts.map((part) => {
      const texts = JSON.parse(readFileSync(join(TEXTS, language, `${part}.json`), 'utf8'));
      for (const key of Object.keys(texts)) {
        if (!key.startsWith(`${part}.`)) problems.push(`${language}/${part}.json: ${key}`);
      }
      return texts;
    }),
  );
const english = textsOf('en');

/** {the} is {cell}, and {the_best} {best}, with the article that the language wants. */
function placeholders(entry) {
  const text = JSON.stringify(entry).replaceAll('{the}', '{cell}').replaceAll('{the_', '{');
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join(' ');
}

for (const language of LANGUAGES) {
  const texts = textsOf(language);
  const locale = language === 'pt' ? 'pt-PT' : language;
  for (const key of Object.keys(english)) {
    if (!(key in texts)) problems.push(`${language}: missing: ${key}`);
  }
  for (const [key, entry] of Object.entries(texts)) {
    const complain = (problem) => problems.push(`${language}: ${key}: ${problem}`);
    if (!(key in english)) {
      complain('not in English');
      continue;
    }
    if (language === 'en' && COUNTED.test(entry) === !NEVER_ONE.includes(key))
      complain(NEVER_ONE.includes(key) ? 'has no counted noun' : 'needs plural forms');
    if (typeof entry === 'object') {
      const type = 'ordinal' in entry ? 'ordinal' : 'cardinal';
      const { pluralCategories } = new Intl.PluralRules(locale, { type }).resolvedOptions();
      for (const plural of pluralCategories) {
        if (!(plural in (entry.ordinal ?? entry))) complain(`no plural "${plural}"`);
      }
    }
    // Or a line might begin with a colon.
    if (language === 'fr' && / [:;?!»]|« /.test(JSON.stringify(entry)))
      complain('wants a no-break space (U+00A0) there');
    const [wanted, found] = [english[key], entry].map(placeholders);
    if (wanted !== found) complain(`"${found}", not "${wanted}"`);
  }
}

const files = readdirSync(SOURCE, { recursive: true })
  .map((file) => join(SOURCE, String(file)))
  .filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('protocol.ts'));
const PART = parts.join('|');
const modules = Object.fromEntries(
  files.map((file) => {
    const code = readFileSync(file, 'utf8');
    const find = (pattern) => [...code.matchAll(pattern)].map(([, ...groups]) => groups);
    const resolve = (path) =>
      [`${path}/index.ts`, `${path}.ts`, path]
        .map((name) => join(dirname(file), name))
        .find(existsSync);
    return [
      file,
      {
        keys: find(new RegExp(`['\`]((?:${PART})\\.[\\w.-]+)['\`$]`, 'g')).flat(),
        imports: find(/^ *(?:import|export) (?!type)(?:[^;]*? from )?'(\.[^']+)'/gm).map(([path]) =>
          resolve(path),
        ),
        loads: find(/(?<!typeof )import\('(\.[^']+)'\)((?:,\s*'[\w ]+')*)/g).map(
          ([path, names]) => [resolve(path), names.match(/\w+/g) ?? []],
        ),
      },
    ];
  }),
);

const used = new Set(Object.values(modules).flatMap(({ keys }) => keys));
const prefixes = [...used].filter((key) => key.endsWith('.'));
for (const key of Object.keys(english)) {
  if (!used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix))) {
    problems.push(`unused: ${key}`);
  }
}

/** The parts whose texts a module and those that it imports show. */
function partsOf(entry) {
  const reached = new Set([entry]);
  const found = new Set();
  for (const file of reached) {
    for (const key of modules[file]?.keys ?? []) found.add(key.split('.')[0]);
    for (const imported of modules[file]?.imports ?? []) if (imported) reached.add(imported);
  }
  return found;
}
const always = partsOf(join(SOURCE, 'main.ts'));
const first = readFileSync(join(TEXTS, 'keys.ts'), 'utf8').match(/FIRST_PARTS.*?;/s)[0];
for (const part of always) {
  if (!first.includes(`'${part}'`)) problems.push(`not in FIRST_PARTS of i18n/keys.ts: ${part}`);
}
for (const [file, { loads }] of Object.entries(modules)) {
  for (const [entry, named] of loads) {
    const needed = [...partsOf(entry)].filter((part) => !always.has(part));
    const wrong = [
      ...needed.filter((part) => !named.includes(part)).map((part) => `needs '${part}'`),
      ...named.filter((part) => !needed.includes(part)).map((part) => `does not need '${part}'`),
    ];
    for (const problem of wrong) {
      problems.push(
        `${file.slice(SOURCE.length + 1)}: ${entry.slice(SOURCE.length + 1)} ${problem}`,
      );
    }
  }
}

if (problems.length) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
