/*
 * Crosses drawn with a brush, in a box of 100 × 100.
 *
 * The outlines are computed, not stored: ten variants from a handful of numbers cost less than
 * ten drawings, and no two neighbours look stamped.
 */

export interface Brush {
  /** Outlines of the two strokes, in the order they are drawn. */
  strokes: [string, string];
  /** The same cross as a pencil sketch: thin lines to be stroked. */
  pencil: [string, string];
}

type Point = [number, number];

export const VARIANTS = 10;

/** A small repeatable wobble in [-1, 1] for variant and purpose. */
function wobble(variant: number, purpose: number): number {
  const x = Math.sin(variant * 12.9898 + purpose * 78.233) * 43758.5453;
  return (x - Math.floor(x)) * 2 - 1;
}

const fixed = (n: number) => n.toFixed(1);

/** A stroke from a to b that bends by `bow`, is thickest at a third and tapers at the end. */
function outline(a: Point, b: Point, bow: number, width: number): string {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [-dy / length, dx / length];
  const thickness = [0.55, 1, 0.95, 0.85, 0.72, 0.55, 0.25];
  const edge = (side: number) =>
    thickness.map((t, i): Point => {
      const s = i / (thickness.length - 1);
      const off = bow * 4 * s * (1 - s) + side * t * width;
      return [a[0] + dx * s + nx * off, a[1] + dy * s + ny * off];
    });
  const points = [...edge(1), ...edge(-1).reverse()];
  // Through the middles of the edges, so that the outline has no corners.
  const middle = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  let path = '';
  points.forEach((p, i) => {
    const m = middle(p, points[(i + 1) % points.length]!);
    path += i
      ? `Q${fixed(p[0])} ${fixed(p[1])} ${fixed(m[0])} ${fixed(m[1])}`
      : `M${fixed(m[0])} ${fixed(m[1])}`;
  });
  const first = points[0]!;
  const start = middle(first, points[1]!);
  return `${path}Q${fixed(first[0])} ${fixed(first[1])} ${fixed(start[0])} ${fixed(start[1])}Z`;
}

function sketch(a: Point, b: Point, variant: number, purpose: number): string {
  const line = (k: number) => {
    const w = (n: number) => wobble(variant, purpose + n + k * 7) * 4;
    const shift = (k - 0.5) * 9;
    return (
      `M${fixed(a[0] + shift + w(1))} ${fixed(a[1] + w(2))}` +
      `Q${fixed((a[0] + b[0]) / 2 + w(3))} ${fixed((a[1] + b[1]) / 2 + w(4))} ` +
      `${fixed(b[0] - shift / 2 + w(5))} ${fixed(b[1] + w(6))}`
    );
  };
  return line(0) + line(1);
}

function make(variant: number): Brush {
  const w = (purpose: number) => wobble(variant, purpose);
  const a: Point = [12 + w(1) * 5, 9 + w(2) * 6];
  const b: Point = [90 + w(3) * 5, 88 + w(4) * 6];
  const c: Point = [88 + w(5) * 5, 6 + w(6) * 6];
  const d: Point = [11 + w(7) * 6, 93 + w(8) * 5];
  return {
    strokes: [outline(a, b, 3 + w(9) * 4, 6.4 + w(10)), outline(c, d, -3 + w(11) * 4, 6 + w(12))],
    pencil: [sketch(a, b, variant, 20), sketch(c, d, variant, 40)],
  };
}

const brushes: Brush[] = Array.from({ length: VARIANTS }, (_, i) => make(i + 1));

/** The cross that belongs to a place on the card: always the same one there. */
export function brushFor(row: number, column: number): Brush {
  return brushes[(row * 7 + column * 3) % VARIANTS]!;
}

/** A pencil line through a skipped number, edge to edge so that it runs on through neighbours. */
export function strike(row: number, column: number): string {
  const w = (n: number) => wobble(row * 17 + column, n) * 9;
  return `M0 50C30 ${fixed(50 + w(1))} 65 ${fixed(50 + w(2))} 100 50`;
}
