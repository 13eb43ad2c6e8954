/*
 * Printed cards for pictures: the rules pages, the home page. At a table the server says what the
 * card looks like.
 */

import type { Layout, Variant } from '../protocol';

function layout(variant: Variant, top: number, faces: number, locking: number): Layout {
  const up = Array.from({ length: top - 1 }, (_, i) => i + 2);
  const down = up.toReversed();
  return {
    variant,
    rows: (['r', 'y', 'g', 'b'] as const).map((colour, i) => ({
      colour,
      numbers: i < 2 ? up : down,
      locking,
    })),
    faces,
    needed: locking + 4,
    points: Array.from(
      { length: variant === 'classic' ? 12 : 15 },
      (_, i) => ((i + 1) * (i + 2)) / 2,
    ),
    misthrow: -5,
    misthrows: 4,
  };
}

const LAYOUTS = { classic: layout('classic', 12, 6, 1), longo: layout('longo', 16, 8, 2) };

export function layoutOf(variant: Variant): Layout {
  return LAYOUTS[variant];
}
