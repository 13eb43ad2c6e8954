/* The service worker, which keeps the page on this device. */

import { rooted } from './base';

/** Fetches everything there is for a visit without a connection; settles when it is here. */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const worker = await navigator.serviceWorker.register(rooted('/service-worker.js'));
  const coming = worker?.installing;
  if (!coming) return;
  await new Promise<void>((resolve, reject) => {
    coming.onstatechange = () => {
      if (coming.state === 'redundant') reject(new Error('the page is not here'));
      else if (coming.state !== 'installing') resolve();
    };
  });
}
