/* The players who came, left, became host, or asked for a seat between two views of a table. */

import type { Seat, View } from '../../protocol';
import { type Key } from '../../i18n/keys';

export interface Change {
  key: Extract<Key, `extras.change.${string}`>;
  name: string;
}

/**
 * Returns the place of that seat in a later view, or -1. Seats move up when free ones are dropped at
 * the start, so the name counts. A player who changed or deleted the name kept the seat.
 */
function later(seat: Seat, at: number, before: View, now: View): number {
  const named = now.seats.findIndex(({ name, kind }) => kind !== 'free' && name === seat.name);
  if (named >= 0 || before.seats.length !== now.seats.length) return named;
  const there = now.seats[at];
  const newcomer = before.seats.some(({ name }) => name === there?.name);
  return there && there.kind !== 'free' && !newcomer ? at : -1;
}

export function changesOf(before: View, now: View): Change[] {
  const changes: Change[] = [];
  const known = new Set<number>();
  before.seats.forEach((seat, i) => {
    if (seat.kind !== 'player') return;
    const place = later(seat, i, before, now);
    known.add(place);
    const { name } = seat;
    const there = now.seats[place];
    if (i === before.you?.seat) return;
    if (there?.kind === 'bot') changes.push({ key: 'extras.change.leftBot', name });
    else if (there?.kind !== 'player') changes.push({ key: 'extras.change.left', name });
    else if (!seat.bot && there.bot) changes.push({ key: 'extras.change.bot', name });
    else if (seat.bot && !there.bot) changes.push({ key: 'extras.change.back', name });
  });
  now.seats.forEach(({ kind, name }, i) => {
    if (kind !== 'player' || known.has(i) || i === now.you?.seat) return;
    changes.push({ key: 'extras.change.sat', name });
  });
  const host = now.host === null ? undefined : now.seats[now.host];
  const old = before.host === null ? undefined : before.seats[before.host];
  const moved = old && later(old, before.host ?? 0, before, now) !== now.host;
  if (host && moved) {
    const yours = now.host === now.you?.seat;
    changes.push({ key: yours ? 'extras.change.youHost' : 'extras.change.host', name: host.name });
  }
  if (now.host !== null && now.host === now.you?.seat)
    for (const { ask, name } of now.asks ?? [])
      if (!before.asks?.some((known) => known.ask === ask))
        changes.push({ key: 'extras.change.wish', name });
  return changes;
}
