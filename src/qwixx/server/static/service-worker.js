/*
 * Keeps the page and the rules readable without a network.
 *
 * A new version waits until the last page of the old one is closed, and the old one keeps its own
 * files until then: an update never pulls anything from under a running game. The build fills in
 * FILES and VERSION.
 */

const FILES = ["/","/icon.svg","/assets/FairDice-ki2ZA1lE.js","/assets/Link-Ctd6ei4J.js","/assets/Lobby-u5QQBnky.js","/assets/Menu-Cr6RbYvE.js","/assets/Replay-DXZQHSda.js","/assets/Rules-CBJGSAUj.js","/assets/Settings-B7i_h9va.js","/assets/Settings-kwPNyF0D.js","/assets/catalogue-BKbG6LiX.js","/assets/de-C4JHHvED.js","/assets/de-DTjo1RYu.js","/assets/en-DU930xi7.js","/assets/en-tgS7UMVo.js","/assets/fr-B5JSrXOv.js","/assets/fr-BCMVpg1U.js","/assets/gabarito-ConYNLvl.woff2","/assets/index-dFnzezqY.js","/assets/it--F8lTjoO.js","/assets/it-C6iaVTaf.js","/assets/pt-DY0vALS0.js","/assets/pt-VjkOkmII.js","/assets/qr-BCUG5lWY.js","/assets/qwixx-CQgnvfNX.js"];
const CACHE = 'qwixx-1838896ad77d';

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

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/')) return;
  if (request.mode === 'navigate') {
    // Every address is the same page; fresh if possible.
    event.respondWith(fetch(request).catch(() => caches.match('/')));
  } else {
    event.respondWith(caches.match(request).then((cached) => cached ?? fetch(request)));
  }
});
