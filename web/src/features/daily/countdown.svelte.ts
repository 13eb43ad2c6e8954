/* How long it is until the next day, by the server's clock: the one here may be wrong. */

import { t } from '../../i18n';

const STEP = 10_000;

/** `left` is told now and then, in milliseconds; `onover` is called when nothing is left. */
export function countdown(left: () => number | null, onover: () => void) {
  let remaining = $state<number | null>(null);
  $effect(() => {
    const told = left();
    remaining = told;
    if (told === null) return;
    const began = performance.now();
    const timer = setInterval(() => {
      remaining = told - (performance.now() - began);
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
