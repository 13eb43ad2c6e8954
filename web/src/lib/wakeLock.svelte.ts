/** Keeps the screen on while `wanted()` holds. Browsers grant this on secure pages only. */
export function keepScreenOn(wanted: () => boolean): void {
  let lock: WakeLockSentinel | null = null;
  async function update(hold: boolean) {
    try {
      if (hold && !lock) {
        lock = await navigator.wakeLock.request('screen');
        lock.onrelease = () => (lock = null);
      } else if (!hold) await lock?.release();
    } catch {
      // Not allowed here: the screen sleeps as it likes.
    }
  }
  $effect(() => {
    const hold = wanted();
    const visible = () => void (document.hidden || update(hold));
    visible();
    document.addEventListener('visibilitychange', visible);
    return () => {
      document.removeEventListener('visibilitychange', visible);
      void update(false);
    };
  });
}
