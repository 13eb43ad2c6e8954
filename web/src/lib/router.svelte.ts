/*
 * Addresses: / home, /rules and /rules/SHEET, /fair, /settings, /CODE for a table, /CODE/n for the
 * n-th game that was played there, /CODE/n/review, /review for a record, /train,
 * /games for one's own, /day, /print for cards on paper, and /CODE/screen for a screen in the
 * middle of the table.
 */

import { LAYOUTS, type Variant } from '../protocol';
import { ROOT, rooted, within } from './base';

export type Page =
  | { name: 'home' }
  | { name: 'nowhere'; path: string }
  | { name: 'rules'; variant: Variant }
  | { name: 'fair' }
  | { name: 'settings' }
  | { name: 'table'; code: string }
  | { name: 'game'; code: string; number: number }
  | { name: 'review'; code: string; game: number }
  | { name: 'train' }
  | { name: 'games' }
  | { name: 'print' }
  | { name: 'day' }
  | { name: 'screen'; code: string }
  | { name: 'gallery' };

export function pageAt(path: string): Page {
  const [first = '', second = '', third] = path.split('/').filter(Boolean);
  if (first === 'rules')
    return {
      name: 'rules',
      variant: Object.hasOwn(LAYOUTS, second) ? (second as Variant) : 'classic',
    };
  if (first === 'fair' || first === 'settings') return { name: first };
  if (import.meta.env.DEV && first === 'gallery') return { name: 'gallery' };
  if (first === 'review') return { name: first, code: '', game: 0 };
  const plain = ['train', 'games', 'print', 'day'] as const;
  const found = plain.find((name) => name === first);
  if (found) return { name: found };
  if (/^[a-z]{6}$/i.test(first)) {
    const code = first.toUpperCase();
    if (second === 'screen') return { name: second, code };
    if (/^[1-9]\d{0,5}$/.test(second)) {
      const number = Number(second);
      return third === 'review'
        ? { name: third, code, game: number }
        : { name: 'game', code, number };
    }
    return { name: 'table', code };
  }
  return first ? { name: 'nowhere', path } : { name: 'home' };
}

let shown = within(location.pathname);
let page = $state.raw<Page>(pageAt(shown));

export function here(): Page {
  return page;
}

interface Entry {
  /** How many entries of ours lie behind this one. */
  depth: number;
  /** This entry shows the page of the first one once more: see `stay`. */
  again?: boolean;
}
const entryHere = () => (history.state ?? { depth: 0 }) as Entry;
let entry = entryHere();

/** Adds an entry to the history, of the same page where there is no other path. */
export function push(path?: string, again = false): void {
  entry = { depth: entry.depth + 1, again };
  history.pushState(entry, '', path);
}

/** How deep in our part of the history this page is. */
export const depth = () => entry.depth;

export function go(path: string): void {
  push(rooted(path));
  page = pageAt((shown = path));
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
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
  if (!link || !plain || link.target || link.hasAttribute('download')) return;
  const ours = link.origin === location.origin && link.pathname.startsWith(ROOT);
  if (!ours || link.pathname.startsWith(rooted('/api/'))) return;
  event.preventDefault();
  go(within(link.pathname));
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
  const path = within(location.pathname);
  // The same page keeps what it shows.
  if (path !== shown) page = pageAt((shown = path));
  if (before.again && steps > 0) history.back();
});
