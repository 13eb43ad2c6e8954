/*
 * Compares each view of a table with the seals that this browser has seen before. These functions
 * store nothing: `witnessStore.ts` does.
 */

import type { Fair, View } from '../../protocol';
import { isSecret } from './hex';
import { fingerprint } from './fingerprint';
import type { Complete, Finding, Kind, DiceWitness } from './witness';
import { commitment, DAY_SCHEME } from './seal';

/** Findings that make the dice untrustworthy. */
const ALARMS: Kind[] = ['server', 'part', 'own', 'early', 'first', 'nobody'];
export const isAlarm = ({ kind }: Finding) => ALARMS.includes(kind);

/** The part of a view that is about the dice. */
export interface Seen {
  stage: View['stage'];
  fair: Fair;
  /** Your seat. */
  seat: number | null;
  /** The seats in which players sit. */
  players: number[];
  /** The seat that began, computed from the turn. */
  begun: number | null;
  /** The seat that began, as the server names it. */
  said: number | null;
  /** The seat that begins a rematch, once the game is over. */
  next?: number;
}

export function seenOf(view: View, fair: Fair): Seen {
  const { stage, seats, game, result } = view;
  const count = seats.length;
  const begun = game && (((game.active - game.turn + 1) % count) + count) % count;
  return {
    stage,
    fair,
    seat: view.you?.seat ?? null,
    players: seats.flatMap(({ kind }, seat) => (kind === 'player' ? [seat] : [])),
    begun,
    said: result ? result.first : fair.first,
    ...(begun !== null && result && { next: (begun + 1) % count }),
  };
}

/**
 * Returns whether every player has committed to a part, or is excused. Before that no client should
 * reveal its part, even if the server asks.
 */
export function allSealed({ stage, fair: { reveal, parts }, players }: Seen): boolean {
  return (
    stage === 'sealing' &&
    reveal &&
    players.every((seat) => parts.some((part) => part.seat === seat)) &&
    parts.every((part) => part.excused || part.commitment !== null)
  );
}

/**
 * Returns the witness after this view. `ownPart` returns the part of this browser for a game. It is
 * not called for spectators, who have no seat.
 */
export function observe(
  old: DiceWitness | null,
  seen: Seen,
  ownPart: (game: string) => string,
): DiceWitness {
  const { stage, fair } = seen;
  const [pin, found] = follow(old, seen);
  if (pin.commitment !== fair.commitment || `${pin.restarts}` !== `${fair.restarts}`) {
    found.push({ kind: 'server', seats: [] });
  }
  // The dice of a day have no parts: there is its seal, and nothing else to compare.
  const parted = fair.scheme !== DAY_SCHEME;
  if (parted) found.push(...begun(pin, seen));
  if (parted && fair.reveal && !allSealed(seen)) found.push({ kind: 'early', seats: [] });
  else if (parted && (fair.reveal || stage === 'playing' || stage === 'over')) {
    const complete = completeOf(fair);
    if (pin.complete) found.push(...changes(pin.complete, complete, seen.seat));
    else {
      pin.complete = complete;
      pin.before &&= stage === 'sealing';
    }
    found.push(...missing(seen, ownPart));
  }
  const byName = new Map([...found, ...pin.findings].map((each) => [nameOf(each), each]));
  pin.findings = [...new Set([...pin.findings, ...byName.values()])];
  pin.over ||= stage === 'over';
  pin.next = seen.next ?? pin.next;
  return pin;
}

const nameOf = ({ kind, seats }: Finding) => `${kind} ${seats}`;
const numberOf = (game: string) => game.split('.')[0]!;
/** The number of a game among those of its table. */
const countOf = (game: string) => Number(numberOf(game).split('-')[1]);

/** Returns the witness of this game, which is new if the game is. */
function follow(old: DiceWitness | null, { stage, fair, seat }: Seen): [DiceWitness, Finding[]] {
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
  if (countOf(fair.game) === 1) pin.begins = [null];
  const same = !!old && numberOf(old.game) === numberOf(fair.game);
  const known = same ? old.restarts : [];
  if (same) {
    pin.findings = old.findings;
    pin.begins = old.begins;
    // The table was re-sealed: that adds one restart, and cannot happen after the end.
    const kept = `${fair.restarts.slice(0, known.length)}` === `${known}`;
    if (old.over || !kept || fair.restarts.length <= known.length) {
      found.push({ kind: 'server', seats: [] });
    }
  } else if (old?.complete && !old.over) {
    found.push({ kind: 'unfinished', seats: [] });
  } else if (old?.next !== undefined && countOf(old.game) + 1 === countOf(fair.game)) {
    pin.begins = [old.next, null];
  }
  for (const failed of fair.restarts.slice(known.length)) {
    const own = seat !== null && failed.includes(seat);
    found.push({ kind: own ? 'ownRestart' : 'restart', seats: failed });
  }
  return [pin, found];
}

function pinOf(fair: Fair, complete: boolean): DiceWitness {
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

/** Checks that the player who begins may begin, and is the one whom the server names. */
function begun(pin: DiceWitness, { stage, fair: { first }, begun, said }: Seen): Finding[] {
  // After a table returns to the lobby, the first player is drawn.
  const may = stage === 'lobby' ? [null] : pin.begins;
  pin.begins = [first];
  const wrong = (may && !may.includes(first)) || (begun !== null && (said ?? begun) !== begun);
  if (wrong) return [{ kind: 'first', seats: [] }];
  return may && may.length > 1 && first === null ? [{ kind: 'drawn', seats: [] }] : [];
}

/** Returns the parts that have changed since all were complete. */
function changes(then: Complete, now: Complete, own: number | null): Finding[] {
  const found: Finding[] = [];
  const [before, after] = [new Map(then.parts), new Map(now.parts)];
  for (const seat of new Set([...before.keys(), ...after.keys()])) {
    // A player who was excused, and has left since, had no part in the dice.
    if ((before.get(seat) ?? '') === (after.get(seat) ?? '')) continue;
    found.push({ kind: seat === own && before.get(seat) ? 'own' : 'part', seats: [seat] });
  }
  return found;
}

/** Returns the players whose part is not in the dice, or cannot be. */
function missing({ stage, fair, seat, players }: Seen, ownPart: (game: string) => string) {
  const found: Finding[] = [];
  for (const each of players) {
    if (each !== seat && !fair.parts.some((part) => part.seat === each)) {
      found.push({ kind: 'part', seats: [each] });
    }
  }
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
