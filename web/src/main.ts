import { mount } from 'svelte';
import App from './App.svelte';
import { preferredLanguage, setLanguage } from './i18n/index.svelte';
import { settings, applyTheme } from './state/settings.svelte';
import './theme.css';

applyTheme();
await setLanguage(settings.language ?? preferredLanguage());
mount(App, { target: document.body });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register('/service-worker.js');
}

// After an update without a service worker, parts of this page may be gone from the server. Loading
// it again leads back to the same seat.
window.addEventListener('vite:preloadError', () => location.reload());
