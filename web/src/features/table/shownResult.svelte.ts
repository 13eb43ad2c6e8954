/* When a table shows the result of its last game, and when what has come since. */

import { named, peopleAt } from '../../board/tableView';
import { settings } from '../../lib/settings.svelte';
import type { TableSession } from '../../net/tableSession.svelte';
import type { OverView } from '../../protocol';

/** How long the last crosses can be seen before the result covers them; shorter for fast players. */
const LAST_LOOK = { leisurely: 3500, normal: 2500, quick: 700, 'at-once': 300 };

export class ShownResult {
  #session: TableSession;
  #result = $state.raw<OverView | null>(null);
  /** The last crosses are still to be seen. */
  #waiting = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: TableSession) {
    this.#session = session;
    session.on('view', (view) => {
      clearTimeout(this.#timer);
      if (view.stage === 'playing') this.#waiting = true;
      if (view.stage !== 'over') return;
      this.#result = view;
      const pace = peopleAt(view) === 1 ? settings.pace : 'normal';
      if (this.#waiting) this.#timer = setTimeout(() => (this.#waiting = false), LAST_LOOK[pace]);
    });
  }

  /** The table has gone on, without this player: a result that is shown stays. */
  get outdated(): boolean {
    const { view } = this.#session;
    const seat = view?.you?.seat;
    if (!this.#result) return false;
    if (view?.stage === 'lobby') return seat !== view.host;
    if (view?.stage !== 'sealing' && view?.stage !== 'playing') return false;
    return seat === undefined || view.seats[seat]?.bot != null;
  }

  get view(): OverView | null {
    const { view } = this.#session;
    const over = view?.stage === 'over' && !this.#waiting ? view : null;
    const shown = this.outdated ? this.#result : over;
    return shown && named(shown);
  }

  /** Goes on to what the table does now. */
  leave = (): void => {
    const { view } = this.#session;
    if (view?.you && view.stage !== 'lobby') void this.#session.act({ type: 'return' });
    this.#result = null;
  };
}
