/* Reports errors of the page to the server, which only logs their place. */

import type { PageError } from '../protocol';
import { apiAddress, hasServer } from '../lib/serverAddress';

/** The most reports in a visit, because an error often repeats itself. */
const MOST = 3;
const reported = new Set<string>();

export function report(error: Error): void {
  const message = `${error.name}: ${error.message}`.slice(0, 300);
  if (!hasServer || reported.size >= MOST || reported.has(message)) return;
  reported.add(message);
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  const page = script?.src.split('/').at(-1) ?? '';
  const body: PageError = {
    message,
    stack: (error.stack ?? '').slice(0, 2000),
    page: /^[\w.-]{0,40}$/.test(page) ? page : '',
    browser: familyOf(navigator.userAgent),
  };
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) };
  fetch(apiAddress('/page-errors'), request).catch(() => undefined);
}

/** Chrome on an iPhone is a Safari, too. */
function familyOf(agent: string): PageError['browser'] {
  if (/chrom(e|ium)\//i.test(agent)) return 'chromium';
  if (/firefox\//i.test(agent)) return 'firefox';
  return /applewebkit\//i.test(agent) ? 'safari' : 'other';
}
