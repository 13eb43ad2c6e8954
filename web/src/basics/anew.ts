/* The page of the server's version, after an update: it finds the same seat. */

const LOADED_ANEW = 'qwixx.loaded-anew';
const MINUTE = 60_000;

/**
 * Loads it, and says whether it does. At most once a minute: where servers of two versions answer
 * in turn, loading it again and again would help nobody.
 */
export function loadAnew(): boolean {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem(LOADED_ANEW)) < MINUTE) return false;
  sessionStorage.setItem(LOADED_ANEW, String(now));
  location.reload();
  return true;
}
