/* The levels of bots that this server has. */

import type { BotLevel } from '../protocol';
import { bots } from './api';

let levels = $state.raw<BotLevel[]>([]);

/** Those that can play a variant; empty until the server has said. */
export function levelsFor(variant: string): BotLevel[] {
  return levels.filter(({ variants }) => variants.includes(variant));
}

export async function askLevels(): Promise<void> {
  levels = await bots();
}
