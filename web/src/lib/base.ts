/*
 * The path of this page on its host: "/", or a subpath of a proxy like "/games/qwixx/".
 *
 * The rest of the page uses addresses as if the path were "/". This module converts them.
 */

/** The bundled file lies one folder below the page. */
const self = import.meta.url;
export const BASE = import.meta.env.PROD ? new URL('..', self).pathname : '/';

/** Returns an address of the page for a link or a request. */
export const withBase = (address: string) => BASE + address.slice(1);

/** Returns the address of the page for a path of this host, or else that of the first screen. */
export const stripBase = (path: string) =>
  path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : '/';
