/*
 * This player's part in the dice of a table: sealed as soon as the player sits, opened when all
 * parts are sealed. And what this browser has seen of the dice, which it writes down first.
 */

import { allSealed, observe, seenOf } from '../../lib/fair/observe';
import { partFor } from '../../lib/fair/part';
import { commitment } from '../../lib/fair/seal';
import type { DiceWitness } from '../../lib/fair/witness';
import { saveWitness, witnessAt } from '../../lib/fair/witnessStore';
import type { Identity } from '../../lib/identity';
import { isOnDevice } from '../../lib/tableCode';
import type { ActionBody, TableSession } from '../../net/tableSession.svelte';
import type { View } from '../../protocol';

export class FairDice {
  /** The witness of the last game's dice. */
  pin = $state.raw<DiceWitness | null>(null);
  #session: TableSession;
  #identity: Identity;
  /** The games for which an action was sent; empty if there is nothing to send. */
  #sent = { commit: '', reveal: '' };

  constructor(session: TableSession, identity: Identity) {
    this.#session = session;
    this.#identity = identity;
    this.pin = witnessAt(identity.code);
    session.on('view', (view) => this.#onView(view));
    if (session.view) this.#onView(session.view);
  }

  #onView(view: View): void {
    const { fair, you } = view;
    if (!fair) return;
    const part = (game: string) => partFor(this.#identity, game);
    const seen = seenOf(view, fair);
    const pin = observe(this.pin, seen, part);
    if (JSON.stringify(pin) !== JSON.stringify(this.pin)) {
      // Several players of one device share the code, and nobody else could deceive them.
      if (!isOnDevice(view.code)) saveWitness(view.code, pin);
      this.pin = pin;
    }
    const { game } = fair;
    const own = fair.parts.find(({ seat, excused }) => seat === you?.seat && !excused);
    this.#send('commit', own?.commitment === null ? game : '', () => ({
      type: 'commit',
      game,
      commitment: commitment(part(game)),
    }));
    this.#send('reveal', own?.part === null && allSealed(seen) ? game : '', () => ({
      type: 'reveal',
      game,
      part: part(game),
    }));
  }

  /** Sends an action once for a game, and again with the next view if it could not be written. */
  #send(type: 'commit' | 'reveal', game: string, action: () => ActionBody): void {
    if (this.#sent[type] === game) return;
    this.#sent[type] = game;
    if (!game) return;
    void this.#session.act(action(), true).then((outcome) => {
      const again = !outcome.ok && outcome.code === 'server-error';
      if (again && this.#sent[type] === game) this.#sent[type] = '';
    });
  }
}
