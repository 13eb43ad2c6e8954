/*
 * The on/off options of a table: a new one is a field of the protocol, an entry here and its texts.
 * The lobby offers it, and the heading of the table shows that it is on.
 */

import type { Key } from '../i18n/keys';
import type { Options } from '../protocol';
import type { IconName } from '../ui/icons/shapes';

type Switchable = {
  [Name in keyof Options]-?: boolean extends Options[Name] ? Name : never;
}[keyof Options];

interface OnOffOption {
  name: Switchable;
  icon: IconName;
  /** The text in the heading of the table. Small phones show only the icon unless `always`. */
  heading: Key;
  always?: boolean;
  /** When the lobby offers it; never, if it has a form of its own there. */
  offered: (options: Options) => boolean;
}

export const SWITCHES: readonly OnOffOption[] = [
  { name: 'allRows', icon: 'lock', heading: 'table.allRows', always: true, offered: () => false },
  {
    name: 'hints',
    icon: 'bulb',
    heading: 'table.hints',
    offered: ({ dice, allRows }) => dice !== 'pad' && !allRows,
  },
];
