/* The levels of bots that this server has. */

import type { BotLevel } from '../protocol';
import { bots } from './api';

let levels = $state.raw<BotLevel[]>([]);

/** Empty until the server has said. */
export function levelsThere(): BotLevel[] {
  return levels;
}

export async function askLevels(): Promise<void> {
  levels = await bots();
}
