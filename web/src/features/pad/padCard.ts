/* From the server's view of a pad to what is shown of a card, and asked about it. Pure. */

import { at } from '../../lib/itemAt';
import { plainCard } from '../../board/card/cardState';
import type { CardState } from '../../board/card/state';
import type { CellName, Colour, Mark, PadView, Reason } from '../../protocol';

/** The action that a cell allows, or the reason why it allows none. */
export type Doing = 'cross' | 'share' | 'takeBack' | Reason;

const CELL_CODES: Record<string, Doing> = {
  o: 'cross',
  s: 'share',
  x: 'takeBack',
  '-': 'left-of-last-cross',
  c: 'row-closed',
  n: 'not-enough-crosses',
};

/** Returns the seats of the cards on this phone, yours first. */
export function ownSeats({ you, seats }: PadView): number[] {
  if (!you) return [];
  const kept = seats.flatMap(({ kind, keeper }, seat) =>
    kind === 'card' && keeper === you.seat ? [seat] : [],
  );
  return [you.seat, ...kept];
}

const names = (view: PadView) => view.seats.map((seat) => seat.name);

/** Returns a card that cannot be marked; `own` is the seat of the player who looks. */
export function plainPadCard(view: PadView, seat: number, own?: number): CardState {
  return plainCard(view.layout, at(view.pad.cards, seat), view.pad.closed, names(view), own);
}

/** A card that can be marked. */
export function padCard(
  view: PadView,
  seat: number,
  { asked, own }: { asked: CellName | null; own?: number | undefined },
): CardState {
  const state = plainPadCard(view, seat, own);
  const { cells, newest } = at(view.pad.marking, seat);
  state.rows.forEach((row, r) => {
    const last = row.cells.findLast((cell) => cell.mark === 'crossed');
    const blocked = row.cells.some(
      (cell, c) =>
        cell.name === asked && CELL_CODES[at(cells, r)[c] ?? ''] === 'left-of-last-cross',
    );
    row.cells.forEach((cell, c) => {
      cell.offered = at(cells, r)[c] === 's';
      cell.played = cell.name === newest;
      cell.asked = cell.name === asked;
      cell.blocking = blocked && cell === last;
    });
  });
  return state;
}

/** Returns the action that a cell allows. */
export function doingOf(view: PadView, seat: number, name: CellName): Doing | null {
  const { cells } = at(view.pad.marking, seat);
  for (const [r, { numbers, colours }] of view.layout.rows.entries()) {
    const c = numbers.findIndex((number, i) => `${colours[i]}${number}` === name);
    if (c >= 0) return CELL_CODES[at(cells, r)[c] ?? ''] ?? null;
  }
  return null;
}

/** The cells with which that seat may still lock a row that others have locked. */
export function sharedCells(view: PadView, seat: number, colour: Colour): CellName[] {
  const r = view.layout.rows.findIndex((row) => row.colour === colour);
  const { numbers, colours } = at(view.layout.rows, r);
  const signs = at(at(view.pad.marking, seat).cells, r);
  return numbers.flatMap((number, i) => (signs[i] === 's' ? [`${colours[i]}${number}`] : []));
}

export const isMisthrow = (mark: Mark) => mark.startsWith('m');

/** Returns the rows that were closed or opened between two views. */
export function rowsBetween(before: PadView['pad'], after: PadView['pad']) {
  const closed = (pad: PadView['pad'], colour: Colour) =>
    pad.closed.find((row) => row.colour === colour);
  return {
    locked: after.closed.filter(({ colour }) => !closed(before, colour)),
    opened: before.closed.filter(({ colour }) => !closed(after, colour)),
  };
}
