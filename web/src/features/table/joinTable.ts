/* Sits down at the address of a table. */

import { retryForever } from '../../lib/lazy';
import { adopt, forget, identityAt, keep, type Identity } from '../../lib/identity';
import { seatPreferences } from '../../lib/settings.svelte';
import { socketAddress } from '../../net/api';
import { TableSession } from '../../net/tableSession.svelte';
import { DeviceTransport, isOnDevice } from '../../net/transport/device';
import { SocketTransport } from '../../net/transport/socket';

export function joinTable(code: string): { session: TableSession; identity: Identity } {
  const ticket = takeSeatFromAddress(code);
  const identity = identityAt(code, false);
  const transport = isOnDevice(code)
    ? new DeviceTransport(code)
    : new SocketTransport(socketAddress(code));
  const session = new TableSession(transport, identity.secret, ticket);
  session.on('view', (view, before) => {
    const { you } = view;
    // Before anything else asks who you are here.
    if (!before) keep(identity);
    // A review shows the seat that you had.
    const ended = view.stage === 'over' || (view.stage === 'pad' && view.pad.result);
    if (you && ended) keep({ ...identityAt(code), seat: you.seat });
    // What you chose at another table holds at this one too.
    if (!you || before?.you) return;
    const { autoPass, autoRoll, pace } = you.preferences;
    const preferences = seatPreferences();
    if (
      autoPass !== preferences.autoPass ||
      autoRoll !== preferences.autoRoll ||
      pace !== preferences.pace
    )
      void session.act({ type: 'preferences', preferences }, true);
  });
  session.on('bye', ({ code: why }) => {
    if (why === 'no-such-table' || why === 'expired') forget(code);
  });
  return { session, identity };
}

/** Takes over the seat, and the games, that the address of the page hands to this browser. */
function takeSeatFromAddress(code: string): string | null {
  const [seat = '', games] = location.hash.split('&games=');
  const ticket = adopt(code, seat);
  if (!ticket) return null;
  if (games)
    void retryForever(() => import('../../lib/gamesLink')).then(({ takeIn }) => takeIn(games));
  // The link has done its work; it need not stay in the address bar.
  history.replaceState(history.state, '', location.pathname);
  return ticket;
}
