/* The places of the winner's crosses: spread out, and clear of all words. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Place {
  x: number;
  y: number;
  size: number;
}

/** The room between a cross and what it must not touch. */
const CLEAR = 4;
const [LARGEST, SMALLEST] = [22, 10];
const TRIES = 1500;

/** Returns `count` places in a field of that size, or as many as there is room for. */
export function scatter(count: number, width: number, height: number, taken: Box[]): Place[] {
  for (let size = LARGEST; ; size -= 2) {
    const found: Place[] = [];
    for (let i = 1; i < TRIES && found.length < count; i++) {
      // These two steps fill a square evenly, without a pattern.
      const x = ((i * 0.754878) % 1) * (width - size);
      const y = ((i * 0.56984) % 1) * (height - size);
      const free = taken.every(
        (box) =>
          x + size + CLEAR < box.left ||
          x - CLEAR > box.right ||
          y + size + CLEAR < box.top ||
          y - CLEAR > box.bottom,
      );
      if (free && found.every((other) => Math.hypot(other.x - x, other.y - y) > 1.2 * size))
        found.push({ x, y, size: size * (i % 3 ? 1 : 0.75) });
    }
    if (found.length === count || size <= SMALLEST) return found;
  }
}
