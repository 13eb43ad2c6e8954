/*
 * Where this page lives on its host: at "/", or at "/games/qwixx/", wherever a proxy has put it.
 *
 * Everything in the page says addresses as if it lived at "/", and passes them through here on the
 * way out and in.
 */

/** The file that this is part of is one folder down. */
const self = import.meta.url;
export const BASE = import.meta.env.PROD ? new URL('..', self).pathname : '/';

/** An address of ours as a link, or a request, has to say it. */
export const rooted = (address: string) => BASE + address.slice(1);

/** The address of ours that a path of this host is; the first page, if it is none. */
export const stripBase = (path: string) =>
  path.startsWith(BASE) ? `/${path.slice(BASE.length)}` : '/';
