import { describe, expect, it } from 'vitest';
import { Games, played } from '../src/lib/playedGames';
import { LAYOUTS, type PadView, type Seat } from '../src/protocol';
import { doingOf, ownSeats, padCard, rowsBetween, sharedCells } from '../src/features/pad/padCard';

const seat = (name: string, more: Partial<Seat> = {}): Seat => ({
  name,
  kind: 'player',
  bot: null,
  presence: 'here',
  ...more,
});

const row = (marks: string, locked = false) => ({ marks, locked, crosses: 0, points: 0 });
const empty = '...........';

function view(): PadView {
  return {
    type: 'view',
    stage: 'pad',
    game: null,
    result: null,
    version: 9,
    code: 'CDFGHJ',
    link: '',
    options: { variant: 'classic', seats: 3, timer: 0, dice: 'pad' },
    layout: LAYOUTS.classic,
    seats: [seat('Anna'), seat('Bert'), seat('Dora', { kind: 'card', keeper: 0 })],
    host: 0,
    spectators: 0,
    fair: null,
    agreed: [],
    you: {
      seat: 0,
      preferences: { autoPass: true, autoRoll: false },
      asked: null,
      answer: null,
      offers: [],
      pass: null,
      refused: [],
      otherwise: 'wrong-phase',
      autoIn: null,
    },
    pad: {
      id: 'CDFGHJ-1',
      cards: [0, 1, 2].map(() => ({
        rows: [row('xxxx-x.....'), row(empty), row(empty), row(empty)],
        misthrows: 1,
        total: 10,
        lucky: [],
      })),
      closed: [{ colour: 'r', turn: 0, by: [1] }],
      marking: [0, 1, 2].map((n) => ({
        cells: [n ? 'cccccxccccc' : 'cccccxccccs', 'oooooooooon', 'oooooooooon', 'oooooooooon'],
        misthrow: 'm2',
        newest: 'r7',
        shared: n ? [] : ['r'],
      })),
      ending: null,
      result: null,
    },
  };
}

describe('a pad', () => {
  it('offers exactly the marks that the server allows', () => {
    const told = view();
    expect(doingOf(told, 0, 'y5')).toBe('cross');
    expect(doingOf(told, 0, 'r12')).toBe('share');
    expect(doingOf(told, 1, 'r12')).toBe('row-closed');
    expect(doingOf(told, 0, 'r7')).toBe('takeBack');
    expect(doingOf(told, 0, 'y12')).toBe('not-enough-crosses');
    expect(doingOf(told, 0, 'q1')).toBeNull();
    expect(sharedCells(told, 0, 'r')).toEqual(['r12']);
    const cells = padCard(told, 0, { asked: null }).rows.flatMap((each) => each.cells);
    expect(cells.filter((cell) => cell.offered).map((cell) => cell.name)).toEqual(['r12']);
    expect(cells.filter((cell) => cell.played).map((cell) => cell.name)).toEqual(['r7']);
  });

  it('has all cards of a phone, its own first', () => {
    expect(ownSeats(view())).toEqual([0, 2]);
    expect(ownSeats({ ...view(), you: null })).toEqual([]);
  });

  it('names the rows that were locked and those that are open again', () => {
    const [open, shut] = [{ ...view().pad, closed: [] }, view().pad];
    expect(rowsBetween(open, shut).locked.map(({ colour }) => colour)).toEqual(['r']);
    expect(rowsBetween(shut, open).opened.map(({ by }) => by)).toEqual([[1]]);
  });

  it('is kept among the games, and as a pad', () => {
    const kept = new Map<string, string>();
    const games = new Games({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    });
    const told = view();
    games.add(played({ ...told, game: told.pad, result: { number: 1, places: [1, 1, 1] } }, 0, 5));
    expect(games.all()[0]).toMatchObject({ id: 'CDFGHJ-1', pad: true, totals: [10, 10, 10] });
  });
});
