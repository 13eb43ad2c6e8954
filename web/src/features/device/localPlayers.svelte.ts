/*
 * The players of a table who share this device: each has an identity and a session. One of them
 * holds the device, until another one has to answer.
 */

import { MediaQuery } from 'svelte/reactivity';
import type { Identity } from '../../lib/identity';
import { at } from '../../lib/itemAt';
import { WIDE } from '../../lib/screens';
import type { LocalPeople, Setup } from '../../net/device/database';
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
const turnOf = (view: View) => (view.stage === 'playing' ? view.game.turn : 0);

export class LocalPlayers {
  players: LocalPlayer[];
  setup: Setup | undefined;
  #large = new MediaQuery(WIDE);
  /** The player who holds the device; null until one of several has said so. */
  holder = $state<number | null>(null);
  /** The player to whom the device has to be given now. */
  next = $state<number | null>(null);
  /** All have answered: the answers wait for a tap, and are shown before the next roll. */
  sealed = $state<'hidden' | 'shown' | null>(null);

  /** The turn whose white phase the device went round in. */
  #wentRound: number | null = null;
  /** The last request in the lobby, which is sent once. */
  #asked = '';

  constructor({ code, people, setup }: LocalPeople) {
    this.setup = setup;
    const several = people.length > 1;
    this.players = people.map(({ name, secret, luck }) => {
      const identity: Identity = { code, secret, luck, at: 0 };
      // Among several people nobody waits for bots, too.
      const session = connect(new DeviceTransport(code), identity, null, several);
      return { name, identity, session, dice: new FairDice(session, identity) };
    });
    if (!several) this.holder = 0;
    for (const { session } of this.players) session.on('view', () => this.onView());
  }

  /** The player whose table is shown. */
  get shown(): LocalPlayer {
    return at(this.players, this.holder ?? 0);
  }

  /** Several people share the device, and it goes from hand to hand. */
  get passed(): boolean {
    return this.players.length > 1 && !this.facing;
  }

  /** Two cards lie head to head, where the screen is large enough. */
  get facing(): boolean {
    return !!this.setup?.facing && this.#large.current;
  }

  /** Nobody holds the device: nothing is shown that is not for all. */
  get between(): boolean {
    return this.passed && (this.holder === null || this.next !== null || this.sealed !== null);
  }

  /** The next player has the device. */
  take(): void {
    this.holder = this.next;
    this.next = null;
    const { view } = this.shown.session;
    if (view && isWhite(view)) this.#wentRound = turnOf(view);
  }

  /** Asks again who holds the device, because the page was out of sight. */
  release(): void {
    if (!this.passed || this.setup?.open || this.holder === null || this.#isOver) return;
    this.next ??= this.holder;
    this.holder = null;
  }

  /** The player who held the device wants to answer again. */
  get canChange(): boolean {
    const view = this.holder === null ? null : this.shown.session.view;
    return !!view && isWhite(view) && view.you?.answer != null;
  }

  change(): void {
    void this.shown.session.act({ type: 'retract' });
  }

  /** The answers may be seen by all. They lie on the cards, unless the next turn has begun. */
  reveal(): void {
    const white = this.players.some(({ session: { view } }) => view && isWhite(view));
    this.sealed = white && this.sealed === 'hidden' ? 'shown' : null;
    if (this.sealed) return;
    this.holder = this.next = null;
    this.onView();
    // The device lies in the middle: it shows the card of the player who goes on.
    if (!white && this.next !== null) this.take();
  }

  close(): void {
    for (const { session } of this.players) session.close();
  }

  get #isOver(): boolean {
    return this.players.every(({ session }) => session.view?.stage === 'over');
  }

  /** Looks at the newest views: who has to answer now? */
  onView(): void {
    const views = this.players.flatMap(({ session }) => session.view ?? []);
    const [view] = views;
    // The others hear of it in a moment.
    const isNews = views.some(({ version }) => version !== view?.version);
    if (!view || views.length < this.players.length || isNews) return;
    if (view.stage === 'lobby') this.#begin(views);
    else if (view.stage === 'over') this.#end(view.agreed, views);
    else if (this.passed) this.#handOver(view, views);
  }

  /** All sit down in turn, the other cards of a pad are laid down, and the game starts. */
  #begin(views: View[]): void {
    const [{ seats, version } = { seats: [], version: 0 }] = views;
    const standing = views.findIndex(({ you }) => !you);
    const wish = `${version} ${standing}`;
    if (this.#asked === wish) return;
    this.#asked = wish;
    const { name, session } = at(this.players, Math.max(standing, 0));
    const taken = seats.filter(({ kind }) => kind === 'player' || kind === 'card').length;
    const card = this.setup?.dice === 'pad' ? this.setup.names[taken] : undefined;
    if (standing >= 0) void session.act({ type: 'sit', name, seat: null }, true);
    else void session.act(card ? { type: 'card', name: card } : { type: 'start' }, true);
  }

  /** The owner of the device sees the result; a rematch is agreed by one for all. */
  #end(agreed: number[], views: View[]): void {
    this.holder = 0;
    this.next = this.sealed = this.#wentRound = null;
    if (!agreed.length) return;
    views.forEach(({ you }, i) => {
      if (you && !agreed.includes(you.seat))
        void at(this.players, i).session.act({ type: 'rematch' }, true);
    });
  }

  #handOver(view: View, views: View[]): void {
    const ended = this.#wentRound !== null && (!isWhite(view) || turnOf(view) > this.#wentRound);
    if (ended) {
      this.#wentRound = null;
      if (!this.setup?.open) this.sealed = 'hidden';
    }
    if (this.sealed) return;
    const awaited = views.flatMap((each, i) => (isAwaited(each) ? [i] : []));
    const holds = this.holder !== null && awaited.includes(this.holder);
    // The seats follow each other round the table.
    const after = awaited.find((i) => i > (this.holder ?? -1)) ?? awaited[0];
    this.next = holds || after === undefined ? null : after;
    if (this.setup?.open && this.next !== null) this.take();
  }
}
