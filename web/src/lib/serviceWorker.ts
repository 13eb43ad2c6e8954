/* The service worker, which keeps the page on this device. */

import { withBase } from './base';

let coming: Promise<void> | undefined;

/** Fetches everything for a visit without a connection; settles when it is here, or cannot be. */
export const keepPage = (): Promise<void> =>
  (coming ??= register().catch(() => {
    coming = undefined;
  }));

async function register(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // If service workers are blocked, there is no registration.
  const registration = (await navigator.serviceWorker.register(withBase('/service-worker.js'))) as
    ServiceWorkerRegistration | undefined;
  const worker = registration?.installing;
  if (worker?.state !== 'installing') return;
  await new Promise((resolve) => (worker.onstatechange = resolve));
}
