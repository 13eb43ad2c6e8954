/*
 * The players of a table who share this device: each has an identity and a session. One of them
 * holds the device; it is handed over only when somebody else has to answer.
 */

import type { Identity } from '../../lib/identity';
import { at } from '../../lib/itemAt';
import type { LocalPerson } from '../../net/device/database';
import { DeviceTransport } from '../../net/transport/device';
import type { View } from '../../protocol';
import { FairDice } from '../table/fairDice.svelte';
import { connect, type Player } from '../table/joinTable';

export type LocalPlayer = Required<Player> & { name: string };

/** Whether a player has to decide something; a pass that follows by itself is none. */
function isAwaited(view: View | null): boolean {
  const you = view?.stage === 'playing' ? view.you : null;
  if (!you?.asked || you.answer !== null) return false;
  return you.offers.length > 0 || you.autoIn === null;
}

const isWhite = (view: View) => view.stage === 'playing' && view.game.phase === 'white';

export class LocalPlayers {
  players: LocalPlayer[];
  /** Whoever holds the device; null until somebody of several has said so. */
  holder = $state<number | null>(null);
  /** The player to whom the device has to be given now. */
  next = $state<number | null>(null);
  /** All have answered, and the answers are not shown yet. */
  sealed = $state(false);

  /** The device went round in this white phase. */
  #wentRound = false;
  /** What was asked for in the lobby, so that it is asked for once. */
  #asked = '';

  constructor(code: string, people: LocalPerson[]) {
    this.players = people.map(({ name, secret, luck }) => {
      const identity: Identity = { code, secret, luck, at: 0 };
      const session = connect(new DeviceTransport(code), identity);
      return { name, identity, session, dice: new FairDice(session, identity) };
    });
    if (this.players.length === 1) this.holder = 0;
    for (const { session } of this.players) session.on('view', () => this.#hear());
  }

  /** The player whose table is shown. */
  get shown(): LocalPlayer {
    return at(this.players, this.holder ?? 0);
  }

  /** The next player has the device. */
  take(): void {
    this.holder = this.next;
    this.next = null;
    const { view } = this.shown.session;
    this.#wentRound = !!view && isWhite(view);
  }

  /** The player who held the device wants to answer again. */
  get canChange(): boolean {
    const view = this.holder === null ? null : this.shown.session.view;
    return !!view && isWhite(view) && view.you?.answer != null;
  }

  change(): void {
    void this.shown.session.act({ type: 'retract' });
  }

  /** The answers may be seen by all: the device belongs to whoever goes on. */
  reveal(): void {
    this.sealed = false;
    this.next = null;
    const awaited = this.players.findIndex(({ session }) => isAwaited(session.view));
    if (awaited >= 0) this.holder = awaited;
  }

  close(): void {
    for (const { session } of this.players) session.close();
  }

  #hear(): void {
    const views = this.players.flatMap(({ session }) => session.view ?? []);
    const [view] = views;
    // The others hear of it in a moment.
    const isNews = views.some(({ version }) => version !== view?.version);
    if (!view || views.length < this.players.length || isNews) return;
    if (view.stage === 'lobby') this.#begin(views);
    else if (view.stage === 'over') this.#end(view.agreed, views);
    else if (this.players.length > 1) this.#handOver(view, views);
  }

  /** All sit down in turn, and the game starts. */
  #begin(views: View[]): void {
    const standing = views.findIndex(({ you }) => !you);
    const wish = `${views[0]?.version} ${standing}`;
    if (this.#asked === wish) return;
    this.#asked = wish;
    const { name, session } = at(this.players, Math.max(standing, 0));
    void session.act(standing < 0 ? { type: 'start' } : { type: 'sit', name, seat: null }, true);
  }

  /** The owner of the device sees the result; a rematch is agreed by one for all. */
  #end(agreed: number[], views: View[]): void {
    this.holder = 0;
    this.next = null;
    this.sealed = this.#wentRound = false;
    if (!agreed.length) return;
    views.forEach(({ you }, i) => {
      if (you && !agreed.includes(you.seat))
        void at(this.players, i).session.act({ type: 'rematch' }, true);
    });
  }

  #handOver(view: View, views: View[]): void {
    if (this.#wentRound && !isWhite(view)) {
      this.sealed = true;
      this.#wentRound = false;
    }
    const awaited = views.flatMap((each, i) => (isAwaited(each) ? [i] : []));
    const holds = this.holder !== null && awaited.includes(this.holder);
    // The seats follow each other round the table.
    const after = awaited.find((i) => i > (this.holder ?? -1)) ?? awaited[0];
    this.next = holds || after === undefined ? null : after;
  }
}
