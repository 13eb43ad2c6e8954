/*
 * Your identity at each table: a random secret that this browser only sends to identify you.
 *
 * `luck` is the source of your parts of the dice. The server never gets it, so it cannot know
 * your part before you reveal it.
 */

import { hex } from './fair/hex';
import { witnessFromLink } from './fair/witness';
import { saveWitness } from './fair/witnessStore';
import { read, write } from './storage';
import { isOnDevice } from './tableCode';

export interface Identity {
  code: string;
  secret: string;
  luck: string;
  /** Your seat at the end of a game, for its review. */
  seat?: number;
  /** When it was last used, for the order on the home page. */
  at: number;
}

const KEY = 'qwixx.seats';
const KEPT = 20;

export function identities(): Identity[] {
  return read<Identity[]>(KEY, []).sort((a, b) => b.at - a.at);
}

/** Returns your identity at a table, and stores it if you are `sure` that the table exists. */
export function identityAt(code: string, sure = true): Identity {
  const known = identities().find((entry) => entry.code === code);
  const here = known ?? { ...newIdentity(), code, at: 0 };
  return sure ? saveIdentity(here) : here;
}

export function saveIdentity(identity: Identity): Identity {
  const others = identities().filter((entry) => entry.code !== identity.code);
  const kept = { ...identity, at: Date.now() };
  // One of this device stays: it says that there are games here.
  write(
    KEY,
    [kept, ...others].filter(({ code }, i) => i < KEPT || isOnDevice(code)),
  );
  return kept;
}

export function forget(code: string): void {
  write(
    KEY,
    identities().filter((entry) => entry.code !== code),
  );
}

export function newIdentity(): { secret: string; luck: string } {
  // getRandomValues, unlike the rest of WebCrypto, works on a plain-http page too.
  const random = (length: number) => hex(crypto.getRandomValues(new Uint8Array(length)));
  return { secret: random(16), luck: random(32) };
}

const LINK =
  /^#seat=([0-9a-f]{32})\.([0-9a-f]{64})(?:\.([0-9]{1,6}(?:-[0-9]{1,2})?)\.([0-9a-f]{32}))?$/;

/** Takes a seat over from a link that moves it: the ticket, if `fragment` holds one. */
export function takeSeatFromLink(code: string, fragment: string): string | null {
  const [, ticket, luck, game, print] = LINK.exec(fragment) ?? [];
  if (!ticket || !luck) return null;
  saveIdentity({ code, secret: newIdentity().secret, luck, at: 0 });
  if (game && print) saveWitness(code, witnessFromLink(`${code}-${game.replace('-', '.')}`, print));
  return ticket;
}
