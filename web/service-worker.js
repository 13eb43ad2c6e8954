/*
 * Keeps the page and the rules readable without a network.
 *
 * A new version waits until the last page of the old one is closed, and the old one keeps its own
 * files until then. So an update never takes files away from a running game. The build fills in
 * FILES, ENTRY and VERSION.
 */

const FILES = ['__FILES__'];
/** The script that every document of this version asks for. */
const ENTRY = '__ENTRY__';
const ROOT = new URL('./', location.href).pathname;
const CACHE = `qwixx ${ROOT} __VERSION__`;

// A first game may be going on: few files at a time, and after everything that the page asks for.
const AT_ONCE = 2;

self.addEventListener('install', (event) => {
  const fetchAll = async () => {
    const cache = await caches.open(CACHE);
    const waiting = FILES.values();
    const fetchSome = async () => {
      for (const file of waiting) {
        // An attempt that failed has left what it had fetched.
        if (await cache.match(file)) continue;
        const answer = await fetch(file, { priority: 'low' });
        // While servers of two versions answer in turn, a document may be of the other one.
        const whole = !file.endsWith('/') || (await answer.clone().text()).includes(ENTRY);
        if (!answer.ok || !whole) throw new Error(file);
        await cache.put(file, answer);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  };
  event.waitUntil(fetchAll());
});

self.addEventListener('activate', (event) => {
  // Another page of the same host may have caches, too. Those of old versions named no folder.
  const isOurs = (name) => name.startsWith(`qwixx ${ROOT} `) || name.startsWith('qwixx-');
  const remove = async () => {
    const old = (await caches.keys()).filter((name) => isOurs(name) && name !== CACHE);
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
    // Every address is the same page, some folders down; from the network if possible.
    const down = url.pathname.slice(ROOT.length).split('/').length - 1;
    const kept = './' + '-/'.repeat(Math.min(down, 2));
    // A static host has no file of that name.
    const answer = fetch(request).then((answer) => (answer.status === 404 ? null : answer));
    event.respondWith(answer.catch(() => null).then((found) => found ?? caches.match(kept)));
  } else {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  }
});
