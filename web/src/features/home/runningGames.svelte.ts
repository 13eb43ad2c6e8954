/* The tables at which a game waits for the player, and what may be done about them. */

import { myDays } from '../daily/days';
import { forget, identities } from '../../lib/identity';
import { isOnDevice } from '../../lib/tableCode';
import { read, write } from '../../lib/storage';
import { forgetMe, mine } from '../../net/api';
import type { TableSummary } from '../../protocol';

/** So long, in milliseconds, a removal can be taken back. */
const UNDO = 6000;
/** From this turn on a game is worth more than a new one. */
const BEGUN = 3;

/** The games of the server as they were seen last. */
const KNOWN = 'qwixx.running';

/** The games of this device: only a browser that has played there looks. */
async function tablesHere(): Promise<TableSummary[]> {
  if (!identities().some(({ code }) => isOnDevice(code))) return [];
  const { storedTables } = await import('../../net/device/storedTables');
  return (await storedTables().catch(() => [])).map(({ summary }) => summary);
}

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
  /** The server cannot be reached: its games wait. */
  waiting = $state(false);
  /** Codes of games that can still be brought back, in the groups in which they were removed. */
  removed = $state.raw<string[][]>([]);
  // Nothing on the page depends on them.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #timers = new Map<string[], ReturnType<typeof setTimeout>>();

  /** Lists the games of this device and of the server; `online` says whether that answers. */
  async load(online: boolean): Promise<void> {
    // The game of the day has a place of its own, and so do games that are over.
    const days = myDays().map(({ code }) => code);
    const seats = identities().filter(({ code }) => !days.includes(code) && !isOnDevice(code));
    const [here, served] = await Promise.all([
      tablesHere(),
      online ? mine(seats.map(({ code, secret }) => ({ code, secret }))).catch(() => null) : null,
    ]);
    this.waiting = !served;
    if (served) write(KNOWN, served);
    const known = served ?? read<TableSummary[]>(KNOWN, []);
    this.tables = [...here, ...known.filter(({ code }) => seats.some((seat) => seat.code === code))]
      .filter(({ stage }) => stage !== 'over')
      .sort((a, b) => Number(b.yours) - Number(a.yours));
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
    // Identities of tables on this device stay, because they show that games exist here.
    for (const code of codes) if (!isOnDevice(code)) forget(code);
    this.tables = this.tables.filter(({ code }) => !codes.includes(code));
  }

  /** The player leaves the page, so nothing can be undone any more. */
  close(): void {
    for (const codes of this.#timers.keys()) this.#carryOut(codes);
  }

  #carryOut(codes: string[]): void {
    this.undo(codes);
    const here = codes.filter(isOnDevice);
    if (here.length)
      void import('../../net/device/device').then(({ deleteTable }) =>
        Promise.all(here.map(deleteTable)),
      );
    const seats = identities().filter(({ code }) => codes.includes(code) && !isOnDevice(code));
    // The server clears away what nobody uses, even if it does not hear this.
    if (seats.length)
      void forgetMe(seats.map(({ code, secret }) => ({ code, secret }))).catch(() => undefined);
    this.drop(codes);
  }
}
