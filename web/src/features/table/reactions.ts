/* The six signs that people can give each other, in the order in which they are offered. */

import { ICONS } from '../../ui/icons/shapes';
import type { Sign } from '../../protocol';

/** A sign as it stands beside the player who gave it. */
export interface ShownReaction {
  text: string;
  /** Its outline. */
  icon: string;
}

/** Outlines of our own drawings, each in a box of 24 × 24, to be stroked. */
export const REACTION_ICONS: Record<Sign, string> = {
  'well-done':
    'M7.5 11v9H4v-9ZM7.5 11l4-7c1.6 0 2.4 1 2.2 2.6L13.3 10H19a1.8 1.8 0 0 1 1.8 2.2l-1.4 6.2a2 2 0 0 1-2 1.6H7.5',
  ouch: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM7 8.5l3 1.5-3 1.5M17 8.5l-3 1.5 3 1.5M12 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  thanks:
    'M12 12v9M12 20c-3 0-5-1.5-5.5-4 3 0 5 1.5 5.5 4ZM12 20c3 0 5-1.5 5.5-4-3 0-5 1.5-5.5 4M8.5 4l1.8 2L12 3l1.7 3 1.8-2v4.5a3.5 3.5 0 0 1-7 0Z',
  hurry: 'M7 3.5h10M7 20.5h10M8 3.5c0 5 8 6 8 8.5s-8 3.5-8 8.5M16 3.5c0 5-8 6-8 8.5s8 3.5 8 8.5',
  laugh:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM7.5 10c.6-1 2.4-1 3 0M13.5 10c.6-1 2.4-1 3 0M7 13.5h10c-.5 3-2.5 4.5-5 4.5s-4.5-1.5-5-4.5Z',
  wave: ICONS.wave,
};
