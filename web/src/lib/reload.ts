/* The page of the server's version, after an update: it finds the same seat. */

const LOADED_ANEW = 'qwixx.loaded-anew';
const MINUTE = 60_000;

/**
 * Loads it, and says whether it does. Where servers of two versions answer in turn, loading it again
 * would help nobody: each pause before the next time is four times as long, from a minute on.
 */
export function reloadForUpdate(): boolean {
  try {
    const now = Date.now();
    const [times = 0, last = 0] = (sessionStorage.getItem(LOADED_ANEW) ?? '')
      .split(' ')
      .map(Number);
    if (times && now - last < MINUTE * 4 ** (times - 1)) return false;
    sessionStorage.setItem(LOADED_ANEW, `${times + 1} ${now}`);
  } catch {
    return false; // a browser that remembers nothing would do it again and again
  }
  location.reload();
  return true;
}
