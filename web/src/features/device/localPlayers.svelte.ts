/* The players of a table who share this device: each has an identity and a session. */

import type { Identity } from '../../lib/identity';
import type { LocalPerson } from '../../net/device/database';
import { DeviceTransport } from '../../net/transport/device';
import { FairDice } from '../table/fairDice.svelte';
import { connect, type Player } from '../table/joinTable';

export type LocalPlayer = Required<Player>;

export class LocalPlayers {
  players: LocalPlayer[];

  constructor(code: string, people: LocalPerson[]) {
    this.players = people.map(({ secret, luck }) => {
      const identity: Identity = { code, secret, luck, at: 0 };
      const session = connect(new DeviceTransport(code), identity);
      return { identity, session, dice: new FairDice(session, identity) };
    });
  }

  close(): void {
    for (const { session } of this.players) session.close();
  }
}
