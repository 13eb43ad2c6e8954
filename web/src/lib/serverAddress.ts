/* The addresses of the server that this page uses. */

import { withBase } from './base';

/**
 * On a static site, the address of the server that it uses; empty if it has none.
 * Null on a page that a server has sent.
 */
const given = document.querySelector<HTMLMetaElement>('meta[name=server]')?.content;

/** False on a static site without a server. */
export const hasServer = given !== '';

/** An address of the server, such as that of a table, also for other people. */
export const serverAddress = (path: string) =>
  given ? given + path : location.origin + withBase(path);

/** The address of a part of the HTTP interface, such as "/bots". */
export const apiAddress = (path: string) => serverAddress(`/api${path}`);

/** The same for a WebSocket. */
export const socketAddress = (code: string) =>
  apiAddress(`/tables/${code}/socket`).replace('http', 'ws');
