/* The levels of bots that this server has. */

import type { BotLevel } from '../protocol';
import { bots } from './api';

let levels = $state.raw<BotLevel[]>([]);

/** Those that can play a variant; empty until the server has said. */
export function levelsFor(variant: string): BotLevel[] {
  return levels.filter(({ variants }) => variants.includes(variant));
}

/** So long, in milliseconds, an answer is as good as a new one. */
const FRESH = 10_000;
let asking: Promise<void> | null = null;

/** Asks for the levels once: callers share the request, and for a while its answer. */
export function loadBotLevels(): Promise<void> {
  asking ??= bots().then(
    (found) => {
      levels = found;
      setTimeout(() => (asking = null), FRESH);
    },
    (error: unknown) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}
