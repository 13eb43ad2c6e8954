/** The faces of the dice while they roll, and the places where they come to rest. */
export interface Tumble {
  readonly now: boolean;
  /** Lets the dice lie still. */
  skip(): void;
  /** The face to show while the dice still roll. */
  face(die: number): number | undefined;
  /** No two throws lie alike. */
  tilt(die: number): string;
}

/**
 * Faces that flicker while the dice roll. This is decoration: the values are already decided.
 * `onstill` is called for each roll as soon as its dice rest.
 */
export function tumbling(
  key: () => string,
  faces: () => number,
  onstill: (key: string) => void,
  /** For how many faces a die rolls; none: it lies at once. */
  steps: () => number = () => 6,
): Tumble {
  const PAUSE = 90;
  let left = $state(0);
  let shown = $state.raw<number[]>([]);
  let last: string | null = null;
  let lastThrow = '';

  $effect(() => {
    const current = key();
    const first = last === null;
    const changed = current !== last;
    last = current;
    // Dice that were seen to lie, or lay there when the page opened, have no reason to roll.
    const known = current === lastThrow;
    if (current) lastThrow = current;
    const seen = !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    const count = steps();
    if (first || known || !changed || !current || !seen || !count) {
      onstill(current);
      return;
    }
    left = count;
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
    skip: () => (left = Math.min(left, 1)),
    get now() {
      return left > 0;
    },
    face: (die) => (left > 1 ? shown[die] : undefined),
    tilt: (die) => {
      const seed = [...key()].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), die * 7 + 3);
      return `${(Math.abs(seed) % 11) - 5}deg`;
    },
  };
}
