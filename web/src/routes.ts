/* The addresses of the page: for each the screen, and the texts that it shows. */

import type { Component } from 'svelte';
import Home from './features/home/Home.svelte';
import TableRoute from './features/table/TableRoute.svelte';
import { withTexts } from './i18n';
import type { Part } from './i18n/keys';
import { hasServer } from './lib/serverAddress';
import { LAYOUTS } from './protocol';

const upper = (text: string) => text.toUpperCase();
/** The parts of an address, and the properties of a screen that they become. */
const PARAMETERS = {
  code: { pattern: /^[a-z]{6}$/i, read: upper },
  // The code of a table on this device.
  local: { pattern: /^o[a-z]{5}$/i, read: upper },
  game: { pattern: /^[1-9]\d{0,5}$/, read: Number },
  variant: { pattern: /^[\w-]+$/, read: (text: string) => (text in LAYOUTS ? text : 'classic') },
};
type Parameter = keyof typeof PARAMETERS;
type Props = Partial<Record<Parameter, string | number>>;

// The parameters in its path are the properties of a screen.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Screen = Component<any>;
interface Route {
  path: string;
  screen?: Screen;
  load: () => Promise<{ default: Screen }>;
}
/** A screen that is loaded at its address, with the parts of the texts that it shows. */
const route = (path: string, load: Route['load'], parts: string): Route => ({
  path,
  load: () => withTexts(load(), ...(parts.split(' ') as Part[])),
});
/** A screen of the first visit: it is there from the start. */
const first = (path: string, screen: Screen): Route => ({
  path,
  screen,
  load: () => Promise.resolve({ default: screen }),
});

/** On a site without a server, in place of a screen that needs one. */
const withoutServer = (path: string) =>
  route(path, () => import('./features/device/NeedsServer.svelte'), 'device');
const served = (path: string, load: Route['load'], parts: string) =>
  hasServer ? route(path, load, parts) : withoutServer(path);

const routes = [
  first('/', Home),
  route('/:local', () => import('./features/device/DeviceTable.svelte'), 'device'),
  hasServer ? first('/:code', TableRoute) : withoutServer('/:code'),
  route(
    '/:code/screen',
    () => import('./features/tablet/TableScreen.svelte'),
    'evening realDice result shared tablet',
  ),
  route('/:code/:game', () => import('./features/result/FinishedGame.svelte'), 'shared'),
  served(
    '/:code/:game/review',
    () => import('./features/review/ReviewPage.svelte'),
    'review shared',
  ),
  served('/review', () => import('./features/review/ReviewPage.svelte'), 'review shared'),
  route('/rules', () => import('./features/rules/RulesPage.svelte'), 'rules shared'),
  route('/rules/:variant', () => import('./features/rules/RulesPage.svelte'), 'rules shared'),
  route('/fair', () => import('./features/rules/FairDice.svelte'), 'rules'),
  route('/settings', () => import('./features/settings/SettingsPage.svelte'), 'settings shared'),
  route('/train', () => import('./features/training/Training.svelte'), 'review shared training'),
  route('/games', () => import('./features/history/MyGames.svelte'), 'daily history shared'),
  route(
    '/on-device',
    () => import('./features/device/DevicePage.svelte'),
    'device history lobby realDice shared',
  ),
  route('/print', () => import('./features/print/Print.svelte'), 'print realDice shared'),
  served('/day', () => import('./features/daily/DayPage.svelte'), 'daily review shared'),
];
const unknown = route('', () => import('./ui/NotFound.svelte'), 'shared');

function match(path: string, parts: string[]): Props | null {
  const wanted = path.split('/').filter(Boolean);
  if (wanted.length !== parts.length) return null;
  const props: Props = {};
  for (const [i, name] of wanted.entries()) {
    const part = parts[i] ?? '';
    const parameter = name.startsWith(':') && (name.slice(1) as Parameter);
    if (!parameter ? part !== name : !PARAMETERS[parameter].pattern.test(part)) return null;
    if (parameter) props[parameter] = PARAMETERS[parameter].read(part);
  }
  return props;
}

/** Returns the screen for an address with its properties. */
export function routeAt(address: string): { route: Route; props: Props } {
  const parts = address.split('/').filter(Boolean);
  // A word such as "review" has six letters, too, so it goes before a table.
  const found = routes
    .map((route) => ({ route, props: match(route.path, parts) }))
    .filter(({ props }) => props)
    .sort((a, b) => Number(a.route.path.includes(':')) - Number(b.route.path.includes(':')))[0];
  if (found?.props) return { route: found.route, props: found.props };
  return { route: unknown, props: { code: parts[0] ?? '' } };
}
