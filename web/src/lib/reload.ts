/* The page of the server's version, after an update: it finds the same seat. */

const LOADED_ANEW = 'qwixx.loaded-anew';
const MINUTE = 60_000;

/**
 * Loads it, and returns whether it does. If servers of two versions answer in turn, another reload
 * would not help. So the pause before each is four times as long, beginning with a minute.
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
