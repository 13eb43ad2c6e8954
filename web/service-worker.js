/*
 * Keeps the page and the rules readable without a network.
 *
 * A new version waits until the last page of the old one is closed, and the old one keeps its own
 * files until then: an update never pulls anything from under a running game. The build fills in
 * FILES and VERSION.
 */

const FILES = ['__FILES__'];
const CACHE = 'qwixx-__VERSION__';
const ROOT = new URL('./', location.href).pathname;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const remove = async () => {
    const old = (await caches.keys()).filter((name) => name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(remove());
});

// "Your turn": back to the table.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const pages = self.clients.matchAll({ type: 'window' });
  event.waitUntil(pages.then(([page]) => page?.focus()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${ROOT}api/`)) return;
  if (request.mode === 'navigate') {
    // Every address is the same page, seen from so many folders down; fresh if possible.
    const down = url.pathname.slice(ROOT.length).split('/').length - 1;
    const kept = './' + '-/'.repeat(Math.min(down, 2));
    event.respondWith(fetch(request).catch(() => caches.match(kept)));
  } else {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  }
});
