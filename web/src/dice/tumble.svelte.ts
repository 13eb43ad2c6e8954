/**
 * Faces that flicker while the dice roll. Looks only: the values are long decided.
 * `onstill` hears of each throw as soon as it lies still.
 */
export function tumble(key: () => string, faces: () => number, onstill: (key: string) => void) {
  const STEPS = 7;
  const PAUSE = 90;
  let left = $state(0);
  let shown = $state.raw<number[]>([]);
  let last: string | null = null;

  $effect(() => {
    const current = key();
    const first = last === null;
    const changed = current !== last;
    last = current;
    // Dice that lay there already when the page opened have no reason to roll.
    const seen = !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (first || !changed || !current || !seen) {
      onstill(current);
      return;
    }
    left = STEPS;
    const flicker = () => Array.from({ length: 6 }, () => 1 + Math.floor(Math.random() * faces()));
    shown = flicker();
    const timer = setInterval(() => {
      left -= 1;
      shown = flicker();
      if (left > 0) return;
      clearInterval(timer);
      onstill(current);
    }, PAUSE);
    return () => {
      clearInterval(timer);
      left = 0;
    };
  });

  return {
    get now() {
      return left > 0;
    },
    face(die: number): number | undefined {
      return left > 1 ? shown[die] : undefined;
    },
  };
}
