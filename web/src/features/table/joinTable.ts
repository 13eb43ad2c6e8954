/* Sits down at the address of a table. */

import { retryForever } from '../../lib/lazy';
import {
  takeSeatFromLink,
  forget,
  identityAt,
  saveIdentity,
  type Identity,
} from '../../lib/identity';
import { seatPreferences, settings } from '../../lib/settings.svelte';
import { socketAddress } from '../../lib/serverAddress';
import { TableSession } from '../../net/tableSession.svelte';
import type { Transport } from '../../net/transport';
import { SocketTransport } from '../../net/transport/socket';
import type { FairDice } from './fairDice.svelte';

/** A player at a table who uses this browser. */
export interface Player {
  session: TableSession;
  identity: Identity;
  /** Given where the player stays connected while others use this device. */
  dice?: FairDice;
}

export function joinTable(code: string): Player {
  const ticket = takeSeatFromAddress(code);
  const identity = identityAt(code, false);
  const session = connect(new SocketTransport(socketAddress(code)), identity, ticket);
  session.on('view', (view, before) => {
    // Before anything else asks who you are here.
    if (!before) saveIdentity(identity);
    // A review shows the seat that you had.
    const ended = view.stage === 'over' || (view.stage === 'pad' && view.pad.result);
    if (view.you && ended) saveIdentity({ ...identityAt(code), seat: view.you.seat });
  });
  session.on('bye', ({ code: why }) => {
    if (why === 'no-such-table' || why === 'expired') forget(code);
  });
  return { session, identity };
}

/** Begins a session, and sends the player's preferences to the table. */
export function connect(
  transport: Transport,
  { secret }: Identity,
  ticket: string | null = null,
  /** Bots decide at once. */
  hasty = false,
): TableSession {
  const session = new TableSession(transport, secret, ticket);
  session.on('view', ({ you, seats }, before) => {
    // Preferences from another table are valid here, too.
    if (!you || before?.you) return;
    const { autoPass, autoRoll, pace } = you.preferences;
    const preferences = { ...seatPreferences(), ...(hasty && { pace: 'at-once' as const }) };
    if (
      autoPass !== preferences.autoPass ||
      autoRoll !== preferences.autoRoll ||
      pace !== preferences.pace
    )
      void session.act({ type: 'preferences', preferences }, true);
    // Of several people at one device, nobody knows whose portrait it is.
    const { portrait } = settings;
    if (portrait && !hasty && seats[you.seat]?.portrait !== portrait)
      void session.act({ type: 'portrait', portrait }, true);
  });
  return session;
}

/** Takes over the seat, and the games, that the address of the page hands to this browser. */
function takeSeatFromAddress(code: string): string | null {
  const [seat = '', games] = location.hash.split('&games=');
  const ticket = takeSeatFromLink(code, seat);
  if (!ticket) return null;
  if (games)
    void retryForever(() => import('../../lib/gamesLink')).then(({ addGamesFromLink }) =>
      addGamesFromLink(games),
    );
  // The link has done its work; it need not stay in the address bar.
  history.replaceState(history.state, '', location.pathname);
  return ticket;
}
