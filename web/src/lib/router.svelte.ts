/* The address of the page and the history of the browser; `routes.ts` says which screen is where. */

import { BASE, withBase, stripBase } from './base';

let path = $state(stripBase(location.pathname));

export const currentRoute = (): string => path;

interface Entry {
  /** How many entries of ours lie behind this one. */
  depth: number;
  /** This entry shows the page of the first one once more: see `stay`. */
  again?: boolean;
}
const entryHere = () => (history.state ?? { depth: 0 }) as Entry;
let entry = entryHere();

/** Adds an entry to the history. Without an address it is the same page again. */
export function push(address?: string, again = false): void {
  entry = { depth: entry.depth + 1, again };
  history.pushState(entry, '', address);
}

/** How deep in our part of the history this page is. */
export const depth = () => entry.depth;

export function go(address: string): void {
  push(withBase(address));
  path = address;
  window.scrollTo(0, 0);
}

/** From now on going back closes what lies over the page, even if a link from elsewhere led here. */
export function stay(): void {
  if (!entry.depth) push(undefined, true);
}

export function back(): void {
  if (entry.depth > Number(!!entry.again)) history.back();
  else go('/');
}

/** Lets plain links work without loading the page again. */
export function onLinkClick(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !plain || link.target || link.hasAttribute('download')) return;
  const ours = link.origin === location.origin && link.pathname.startsWith(BASE);
  if (!ours || link.pathname.startsWith(withBase('/api/'))) return;
  event.preventDefault();
  go(stripBase(link.pathname));
}

window.addEventListener('popstate', () => {
  const before = entry;
  const steps = before.depth - entryHere().depth;
  const drawer = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (drawer && steps > 0) {
    // Going back closes what lies over the page, and the page stays.
    history.go(steps);
    drawer.dispatchEvent(new Event('cancel', { cancelable: true }));
    return;
  }
  entry = entryHere();
  path = stripBase(location.pathname);
  if (before.again && steps > 0) history.back();
});
