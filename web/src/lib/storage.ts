/* Values that this browser keeps, by their names. */

/** Storage may be full, forbidden or spoilt; the game goes on without it. */
export function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to be done: the choice holds until the page is closed.
  }
}
