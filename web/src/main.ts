import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, setLanguage } from './i18n/index.svelte';
import { askLevels } from './state/levels.svelte';
import { ROOT, rooted } from './state/root';
import { applyTheme, settings } from './state/settings.svelte';
import './theme.css';

applyTheme();
// Said as seen from the first address: from a later one, browsers would look for it elsewhere.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
icon?.setAttribute('href', icon.href);
// Asked for beside the texts, not after them: nobody can play before both are there.
if (location.pathname === ROOT) askLevels().catch(() => undefined);
await setLanguage(settings.language ?? preferredLanguage());
mount(App, { target: document.body });

// It fetches everything there is, and a first game needs the line more.
const UNHURRIED = 20_000;
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(() => void navigator.serviceWorker.register(rooted('/service-worker.js')), UNHURRIED);
}
