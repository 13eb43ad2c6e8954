import type { View } from '../protocol';

/** The name of what is played at a table: its sheet, or what a house rule makes of it. */
export function playedAs({ options, layout }: Pick<View, 'options' | 'layout'>): string {
  return (options.allRows && layout.houseRule) || layout.variant;
}
