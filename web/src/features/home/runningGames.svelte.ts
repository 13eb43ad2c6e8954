/* The tables at which a game waits for the player, and what may be done about them. */

import { myDays } from '../daily/days';
import { forget, identities } from '../../lib/identity';
import { isOnDevice } from '../../lib/tableCode';
import { forgetMe, mine } from '../../net/api';
import type { TableSummary } from '../../protocol';

/** So long, in milliseconds, a removal can be taken back. */
const UNDO = 6000;
/** From this turn on a game is worth more than a new one. */
const BEGUN = 3;

export const withBotsOnly = ({ others, bots }: TableSummary) => bots.length === others.length;

/**
 * Returns the tables that have a line of their own, and games with bots that have just begun and
 * are like one before them.
 */
export function fold(tables: TableSummary[]): { shown: TableSummary[]; folded: TableSummary[] } {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it lives as long as this call
  const seen = new Set<string>();
  const folded = tables.filter((table) => {
    if (!withBotsOnly(table)) return false;
    const { variant, others, bots, turn } = table;
    const key = [variant, ...others, ...bots].join();
    const again = seen.has(key);
    seen.add(key);
    return again && turn < BEGUN;
  });
  return { shown: tables.filter((table) => !folded.includes(table)), folded };
}

/** Returns a game against the same bots that has just begun: better than to begin another one. */
export function justBegun(
  tables: TableSummary[],
  wanted: { variant: string; bots: number; level: string },
): TableSummary | undefined {
  return tables.find(
    ({ stage, variant, turn, bots, others }) =>
      (stage === 'playing' || stage === 'sealing') &&
      variant === wanted.variant &&
      turn < BEGUN &&
      others.length === wanted.bots &&
      bots.length === wanted.bots &&
      bots.every((level) => level === wanted.level),
  );
}

export class RunningGames {
  tables = $state.raw<TableSummary[]>([]);
  /** Codes of games that can still be brought back, in the groups in which they were removed. */
  removed = $state.raw<string[][]>([]);
  // Nothing on the page depends on them.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #timers = new Map<string[], ReturnType<typeof setTimeout>>();

  async load(): Promise<void> {
    // The game of the day has a place of its own, and so do games that are over.
    const days = myDays().map(({ code }) => code);
    const seats = identities().filter(({ code }) => !days.includes(code) && !isOnDevice(code));
    if (!seats.length) return;
    try {
      const found = await mine(seats.map(({ code, secret }) => ({ code, secret })));
      this.tables = found
        .filter(({ stage }) => stage !== 'over')
        .sort((a, b) => Number(b.yours) - Number(a.yours));
    } catch {
      // Home says that the server cannot be reached, and looks again.
    }
  }

  /** Removes games with bots, unless that is undone soon. */
  remove(codes: string[]): void {
    this.removed = [...this.removed, codes];
    this.#timers.set(
      codes,
      setTimeout(() => this.#carryOut(codes), UNDO),
    );
  }

  undo(codes: string[]): void {
    clearTimeout(this.#timers.get(codes));
    this.#timers.delete(codes);
    this.removed = this.removed.filter((each) => each !== codes);
  }

  /** The player has given the seat up, or the table is gone. */
  drop(codes: string[]): void {
    for (const code of codes) forget(code);
    this.tables = this.tables.filter(({ code }) => !codes.includes(code));
  }

  /** Who leaves the page does not want to undo anything any more. */
  close(): void {
    for (const codes of this.#timers.keys()) this.#carryOut(codes);
  }

  #carryOut(codes: string[]): void {
    this.undo(codes);
    const seats = identities().filter(({ code }) => codes.includes(code));
    // The server clears away what nobody uses, even if it does not hear this.
    void forgetMe(seats.map(({ code, secret }) => ({ code, secret }))).catch(() => undefined);
    this.drop(codes);
  }
}
