/* The time until the next day by the server's clock: the clock here may be wrong. */

import { t } from '../../i18n';

const STEP = 10_000;

/** `left` are milliseconds, null if they are unknown. `onover` is called when none are left. */
export function countdown(left: () => number | null, onover: () => void) {
  let remaining = $state<number | null>(null);
  $effect(() => {
    const atFirst = left();
    remaining = atFirst;
    if (atFirst === null) return;
    const began = performance.now();
    const timer = setInterval(() => {
      remaining = atFirst - (performance.now() - began);
      if (remaining > 0) return;
      clearInterval(timer);
      onover();
    }, STEP);
    return () => clearInterval(timer);
  });
  return {
    get text(): string {
      const minutes = Math.max(0, Math.ceil((remaining ?? 0) / 60_000));
      return t('daily.time', { h: Math.floor(minutes / 60), m: minutes % 60 });
    },
  };
}
