/* The levels of bots that this server has. */

import type { BotLevel } from '../protocol';
import { bots } from './api';

let levels = $state.raw<BotLevel[]>([]);

/** Those that can play a variant; empty until the server has said. */
export function levelsFor(variant: string): BotLevel[] {
  return levels.filter(({ variants }) => variants.includes(variant));
}

let asking: Promise<void> | null = null;

/** Whoever asks while the server is being asked waits for the same answer. */
export function askLevels(): Promise<void> {
  asking ??= bots()
    .then((found) => void (levels = found))
    .finally(() => (asking = null));
  return asking;
}
