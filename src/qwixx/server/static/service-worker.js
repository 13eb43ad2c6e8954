/*
 * Keeps the page and the rules readable without a network.
 *
 * A new version waits until the last page of the old one is closed, and the old one keeps its own
 * files until then: an update never pulls anything from under a running game. The build fills in
 * FILES and VERSION.
 */

const FILES = ["/","/icon.svg","/assets/FairDice-DF_ihwBX.js","/assets/Link-Bdsn_s1H.js","/assets/Lobby-ucwV63SN.js","/assets/Menu-D2ZZ84l0.js","/assets/Replay-C8iRvWwf.js","/assets/Rules-CT9sUKA8.js","/assets/Settings-Bhm5m7e8.js","/assets/Settings-CbMQbHHv.js","/assets/catalogue-c7SwWfZe.js","/assets/de-C4JHHvED.js","/assets/de-DTjo1RYu.js","/assets/en-DU930xi7.js","/assets/en-tgS7UMVo.js","/assets/fr-B5JSrXOv.js","/assets/fr-BCMVpg1U.js","/assets/gabarito-ConYNLvl.woff2","/assets/index-BgUQjtWy.js","/assets/it--F8lTjoO.js","/assets/it-C6iaVTaf.js","/assets/pt-DY0vALS0.js","/assets/pt-VjkOkmII.js","/assets/qr-BCUG5lWY.js","/assets/qwixx-DZdSEMeY.js"];
const CACHE = 'qwixx-591ef25214ea';

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
