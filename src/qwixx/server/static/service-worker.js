/*
 * Keeps the page and the rules readable without a network.
 *
 * A new version waits until the last page of the old one is closed, and the old one keeps its own
 * files until then: an update never pulls anything from under a running game. The build fills in
 * FILES and VERSION.
 */

const FILES = ["/","/icon.svg","/assets/FairDice-BEo_Ev-g.js","/assets/Link-DAI3hYPB.js","/assets/Lobby-BYDppqNe.js","/assets/Menu-CS6JpD1F.js","/assets/Replay-Bl6_AqY2.js","/assets/Rules-o0eVf5bk.js","/assets/Settings-CrBagP-b.js","/assets/Settings-DQfz3yAw.js","/assets/catalogue-Np5LBSkU.js","/assets/de-DTjo1RYu.js","/assets/de-DYZBKPcG.js","/assets/en-B2LE45ND.js","/assets/en-tgS7UMVo.js","/assets/fr-BCMVpg1U.js","/assets/fr-CUOOeGCB.js","/assets/gabarito-ConYNLvl.woff2","/assets/index-Bx8gEBss.js","/assets/it-C6iaVTaf.js","/assets/it-DQoCFUwJ.js","/assets/pt-VjkOkmII.js","/assets/pt-uAig27Qe.js","/assets/qr-BCUG5lWY.js","/assets/qwixx-NWM6Ovk3.js"];
const CACHE = 'qwixx-bce780c41ff2';

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
