import type { View } from '../protocol';

/** Returns the name of the variant at a table: its sheet, perhaps with a house rule. */
export function variantName({ options, layout }: Pick<View, 'options' | 'layout'>): string {
  return (options.allRows && layout.houseRule) || layout.variant;
}
