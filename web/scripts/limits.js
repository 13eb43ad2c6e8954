/*
 * Counts what makes the page hard to change: lines, sizes of type, radii, queries of screens, effects.
 * Fails when a count is above its limit in limits.json. `node scripts/limits.js --accept` writes
 * today's counts there, with lines rounded up to hundreds: limits may only shrink.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const LIMITS = new URL('limits.json', import.meta.url);

/** The card, the television, paper and drawings are measured relative to the box around them. */
const DRAWN = /^(board|features\/(tablet|print)|ui\/icons)\/|(Histogram|ScoreBreakdown|costs)\./;

const files = readdirSync(SOURCE, { recursive: true })
  .map(String)
  .filter((file) => /\.(svelte|ts|css)$/.test(file) && file !== 'protocol.ts')
  .map((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    const css = file.endsWith('.css') ? text : (text.match(/<style>.*<\/style>\n/s)?.[0] ?? '');
    return { file, text, css };
  });
const linesOf = (text) => text.split('\n').length - 1;
const sum = (count) => files.reduce((total, file) => total + count(file), 0);
const count = (pattern) => sum(({ text }) => (text.match(pattern) ?? []).length);
const undrawn = files.filter(({ file }) => !DRAWN.test(file)).map(({ css }) => css);

/** Returns the different values of a property, split into those that `part` finds. */
const valuesOf = (property, part) =>
  new Set(
    undrawn.flatMap((css) =>
      [...css.matchAll(new RegExp(` ${property}: ([^;]+);`, 'g'))].flatMap(
        ([, value]) => value.match(/var\(--text-\d+\)/g) ?? value.match(part) ?? [],
      ),
    ),
  );
const sizes = valuesOf('font-size', /^(?!inherit$|0$|.*\dem\)?$|[\d.]+px$).+$/g);
const radii = valuesOf('border-[\\w-]*radius', /var\(--radius[^)]*\)|[\d.]+(?:px|rem|%)/g);
const queries = new Set(
  files.flatMap(({ css }) =>
    [...css.matchAll(/@media ([^{]+) \{/g)]
      .flatMap(([, query]) => query.split(', '))
      .filter((query) => /(?:width|height):/.test(query)),
  ),
);

const counts = {
  lines: sum(({ text }) => linesOf(text)),
  'lines of CSS': sum(({ css }) => linesOf(css)),
  'font sizes': sizes.size,
  radii: radii.size,
  'unnamed screens': queries.size,
  $effect: count(/\$effect\b/g),
  untrack: count(/\buntrack\(/g),
};
if (process.argv.includes('--values')) console.log({ sizes, radii, queries });
if (process.argv.includes('--accept')) {
  const rounded = Object.entries(counts).map(([name, now]) => [
    name,
    name.includes('lines') ? Math.ceil(now / 100) * 100 : now,
  ]);
  writeFileSync(LIMITS, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
}
const limits = JSON.parse(readFileSync(LIMITS, 'utf8'));
const table = Object.entries(counts).map(([name, now]) => ({ name, now, limit: limits[name] }));
for (const { name, now, limit } of table) console.log(`${name}: ${now}, limit ${limit}`);
if (table.some(({ now, limit }) => now > limit)) {
  console.error('above a limit: find what is written twice, or use what theme.css has');
  process.exit(1);
}
