/* Which shortcut a key is. */

/** The name of a key as `aria-keyshortcuts` writes it; null where it means something else. */
export function keyName(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  const { key, target } = event;
  if (target instanceof Element && target.closest('input, select, textarea')) return null;
  // On a button this key presses that button.
  if (key === 'Enter') return target instanceof Element && target.closest('button, a') ? null : key;
  return key.length === 1 && key !== ' ' ? key.toUpperCase() : null;
}

/** Whether it is an arrow that means nothing where the focus is, so that it may lead to the card. */
export function leadsToCard({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (!key.startsWith('Arrow') || ctrlKey || metaKey || altKey) return false;
  return target instanceof Element && !target.closest('[data-cell], input, select, textarea');
}
