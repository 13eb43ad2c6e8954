/*
 * What this browser has seen of the dice of a table before anything was revealed, and what has
 * become of it since. Pure: where it is kept is somebody else's business.
 */

import type { Fair, View } from '../protocol';
import { hex, isSecret } from './hex';
import { commitment, DAY_SCHEME } from './seal';
import { sha256 } from './sha256';

export type Kind =
  | 'server' // its commitment, the first player or the restarts are not what they were
  | 'part' // a player's commitment is another one, or gone, or opens to something else
  | 'own' // what this browser has sealed is not in the dice
  | 'nobody' // no player's part is in the dice
  | 'ownLate' // … because it did not come in time, as the server says
  | 'late'
  | 'ownRestart' // sealed anew, because of this browser, as the server says
  | 'restart'
  | 'unfinished'; // the next game has begun before the end of the last one was seen

/** Something that the player is told. */
export interface Finding {
  kind: Kind;
  seats: number[];
}

/** With one of these nobody should believe the dice. */
const ALARMS: Kind[] = ['server', 'part', 'own', 'nobody'];
export const isAlarm = ({ kind }: Finding) => ALARMS.includes(kind);

/** What was fixed once all commitments were in. */
interface Complete {
  first: number | null;
  /** [seat, commitment]; the commitment is empty for who is left out. */
  parts: [number, string][];
}

export interface Pin {
  game: string;
  commitment: string;
  restarts: number[][];
  complete: Complete | null;
  /** All was complete before anything was revealed to this browser, or to the one before it. */
  before: boolean;
  over: boolean;
  findings: Finding[];
  /** From another device, in place of all the rest: the fingerprint of what it has seen. */
  print?: string;
}

/** A view, as far as it is about the dice. */
export interface Seen {
  stage: View['stage'];
  fair: Fair;
  /** One's own seat. */
  seat: number | null;
}

/**
 * What to remember after this view. `ownPart` gives what this browser seals for a game; a spectator
 * has no seat, and is not asked.
 */
export function look(old: Pin | null, seen: Seen, ownPart: (game: string) => string): Pin {
  const { stage, fair } = seen;
  const [pin, found] = follow(old, seen);
  if (pin.commitment !== fair.commitment || `${pin.restarts}` !== `${fair.restarts}`) {
    found.push({ kind: 'server', seats: [] });
  }
  // The dice of a day have no parts: there is its seal, and nothing else to compare.
  const parted = fair.scheme !== DAY_SCHEME;
  const fixed = parted && (fair.reveal || stage === 'playing' || stage === 'over');
  if (fixed) {
    const complete = completeOf(fair);
    if (pin.complete) found.push(...changes(pin.complete, complete, seen.seat));
    else {
      pin.complete = complete;
      pin.before &&= stage === 'sealing';
    }
    found.push(...missing(seen, ownPart));
  }
  const told = new Map([...found, ...pin.findings].map((each) => [nameOf(each), each]));
  pin.findings = [...new Set([...pin.findings, ...told.values()])];
  pin.over ||= stage === 'over';
  return pin;
}

const nameOf = ({ kind, seats }: Finding) => `${kind} ${seats}`;
const numberOf = (game: string) => game.split('.')[0]!;

/** What is known of this game: from before, or from now on. */
function follow(old: Pin | null, { stage, fair, seat }: Seen): [Pin, Finding[]] {
  if (old?.game === fair.game) {
    if (!old.print) return [{ ...old }, []];
    const fits = [fingerprint(pinOf(fair, false)), fingerprint(pinOf(fair, true))];
    const at = fits.indexOf(old.print);
    const pin = { ...pinOf(fair, at === 1), before: at === 1 || stage === 'lobby' };
    pin.before ||= stage === 'sealing';
    return [pin, at < 0 ? [{ kind: 'server', seats: [] }] : []];
  }
  const pin = { ...pinOf(fair, false), before: stage === 'lobby' || stage === 'sealing' };
  const found: Finding[] = [];
  const same = !!old && numberOf(old.game) === numberOf(fair.game);
  const known = same ? old.restarts : [];
  if (same) {
    pin.findings = old.findings;
    // Sealed anew: there has to be one restart more, and it cannot be after the end.
    const kept = `${fair.restarts.slice(0, known.length)}` === `${known}`;
    if (old.over || !kept || fair.restarts.length <= known.length) {
      found.push({ kind: 'server', seats: [] });
    }
  } else if (old?.complete && !old.over) {
    found.push({ kind: 'unfinished', seats: [] });
  }
  for (const failed of fair.restarts.slice(known.length)) {
    const own = seat !== null && failed.includes(seat);
    found.push({ kind: own ? 'ownRestart' : 'restart', seats: failed });
  }
  return [pin, found];
}

function pinOf(fair: Fair, complete: boolean): Pin {
  return {
    game: fair.game,
    commitment: fair.commitment,
    restarts: fair.restarts,
    complete: complete ? completeOf(fair) : null,
    before: true,
    over: false,
    findings: [],
  };
}

function completeOf({ first, parts }: Fair): Complete {
  return {
    first,
    parts: parts.map((part) => [part.seat, part.excused ? '' : (part.commitment ?? '')]),
  };
}

/** What is not as it was when all was complete. */
function changes(then: Complete, now: Complete, own: number | null): Finding[] {
  const found: Finding[] = [];
  if (then.first !== now.first) found.push({ kind: 'server', seats: [] });
  const [before, after] = [new Map(then.parts), new Map(now.parts)];
  for (const seat of new Set([...before.keys(), ...after.keys()])) {
    // Who was left out, and has gone since, has nothing to do with the dice.
    if ((before.get(seat) ?? '') === (after.get(seat) ?? '')) continue;
    found.push({ kind: seat === own && before.get(seat) ? 'own' : 'part', seats: [seat] });
  }
  return found;
}

/** Whose part is not in the dice, or cannot be. */
function missing({ stage, fair, seat }: Seen, ownPart: (game: string) => string): Finding[] {
  const found: Finding[] = [];
  const late = fair.parts.filter((part) => part.excused).map((part) => part.seat);
  const failed = fair.restarts.flat();
  const others = late.filter((each) => each !== seat && !failed.includes(each));
  if (others.length) found.push({ kind: 'late', seats: others });
  if (seat !== null && late.includes(seat) && !failed.includes(seat)) {
    found.push({ kind: 'ownLate', seats: [seat] });
  }
  if (seat !== null && !late.includes(seat)) {
    const own = fair.parts.find((part) => part.seat === seat);
    if (own?.commitment !== commitment(ownPart(fair.game))) {
      found.push({ kind: 'own', seats: [seat] });
    }
  }
  for (const { seat: each, part, commitment: promise, excused } of fair.parts) {
    const awaited = part === null && stage === 'sealing';
    if (excused || awaited) continue;
    if (!isSecret(part) || commitment(part) !== promise) {
      found.push({ kind: each === seat ? 'own' : 'part', seats: [each] });
    }
  }
  if (late.length === fair.parts.length) found.push({ kind: 'nobody', seats: [] });
  return found;
}

/** What a seat takes along when it moves to another device: short enough for a link. */
export function fingerprint(pin: Pin): string {
  const { game, commitment: server, restarts, complete } = pin;
  const lines = [game, server, ...restarts.map((seats) => `restart ${seats.join(' ')}`)];
  if (complete) lines.push(`first ${complete.first ?? 'lot'}`);
  for (const [seat, sealed] of complete?.parts ?? []) lines.push(`${seat} ${sealed}`);
  return hex(sha256(new TextEncoder().encode(lines.join('\n')))).slice(0, 32);
}

/** What a browser knows that has a seat from another one. */
export function adopted(game: string, print: string): Pin {
  const nothing = { commitment: '', restarts: [], complete: null, findings: [] };
  return { ...nothing, game, print, before: true, over: false };
}
