import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, setLanguage } from './i18n';
import { loadBotLevels } from './net/botLevels.svelte';
import { BASE } from './lib/base';
import { applyTheme, settings } from './lib/settings.svelte';
import './theme.css';
import './ui/layout.css';

/** Reports an error, also one outside of all views. */
function onerror(error: unknown) {
  if (error instanceof Error) {
    import('./net/reportError').then(({ report }) => report(error)).catch(() => undefined);
  }
}
addEventListener('error', ({ error }) => onerror(error));
addEventListener('unhandledrejection', ({ reason }) => onerror(reason));

applyTheme();
// Said as seen from the first address: from a later one, browsers would look for it elsewhere.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
icon?.setAttribute('href', icon.href);
// Loaded at the same time as the texts: nobody can play before both have arrived.
if (location.pathname === BASE) loadBotLevels().catch(() => undefined);
// Browsers without these features see the list of browsers instead (theme.css).
if (CSS.supports('color', 'light-dark(red, red)') && CSS.supports('selector(:has(a))')) {
  const texts = setLanguage(settings.language ?? preferredLanguage());
  void texts.then(() => mount(App, { target: document.body, props: { onerror } }));
}

// The service worker fetches the whole page little by little, after the first game has begun.
const UNHURRIED = 5_000;
// Without a network this fails, and the next visit tries again.
const keep = () => import('./lib/serviceWorker').then(({ keepPage }) => keepPage());
setTimeout(() => void keep().catch(() => undefined), UNHURRIED);
// An installed page is for playing without a connection, too.
const install = () => import('./features/device/onInstall').then(({ onInstall }) => onInstall());
addEventListener('appinstalled', () => void install().catch(() => undefined));
