/*
 * Fails when an import goes up: a room may use those that come before it in this list, and itself.
 *
 * Held here, there are no circles between folders of src/.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const ROOMS = [
  'basics',
  'i18n/later',
  'i18n',
  'fair',
  'qr',
  'state',
  'art',
  'widgets',
  'bots',
  'card',
  'dice',
  'coach',
  'own',
  'real',
  'extras',
  'screens/home',
  'screens/rules',
  'screens/settings',
  'screens/menu',
  'screens/lobby',
  'screens/table',
  'screens/replay',
  'screens/end',
  'screens/review',
  'screens/train',
  'screens/print',
  'screens/screen',
  'screens/pad',
  'screens/mine',
  'screens/day',
  'screens',
  'gallery',
];
/** Made from the Python side: at the very bottom, for everybody to use. */
const GENERATED = ['protocol'];

const problems = [];
for (const file of readdirSync(SOURCE, { recursive: true }).map(String)) {
  const room = dirname(file);
  // What starts the page stands above all rooms.
  if (room === '.' || !/\.(ts|svelte)$/.test(file)) continue;
  if (!ROOMS.includes(room)) problems.push(`${room}: no place in the list of rooms`);
  const text = readFileSync(join(SOURCE, file), 'utf8');
  for (const [, path] of text.matchAll(/(?:\bfrom|\bimport)[ (]*'(\.[^']+)'/g)) {
    const used = normalize(join(room, path));
    if (GENERATED.includes(used)) continue;
    if (ROOMS.indexOf(dirname(used)) > ROOMS.indexOf(room) || !ROOMS.includes(dirname(used))) {
      problems.push(`${file}: ${room} may not use ${used}`);
    }
  }
}

if (problems.length) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
