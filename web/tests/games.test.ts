import { describe, expect, it } from 'vitest';
import { streaks } from '../src/features/daily/days';
import {
  averageCard,
  companyOf,
  scoreHistory,
  figuresOf,
  rivalsOf,
  winsByTable,
} from '../src/features/history/statistics';
import { Games, type PlayedGame } from '../src/lib/playedGames';
import { pack, unpack } from '../src/lib/gamesLink';

/** A storage with room for a number of characters. */
function storage(room = Infinity) {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  };
}

const game = (n: number, more: Partial<PlayedGame> = {}): PlayedGame => ({
  id: `CDFGHJ-${n}`,
  at: n,
  variant: 'classic',
  names: ['Anna', 'Pip', 'Ada'],
  bots: [null, 'casual', 'strong'],
  seat: 0,
  totals: [10 * n, 40, 30],
  places: [10 * n > 40 ? 1 : 2, 1, 3],
  rows: ['x-x........L', '...........', 'x..........', '...........'],
  misthrows: n % 2,
  ...more,
});

describe('stored games', () => {
  it('come back newest first, each once', () => {
    const games = new Games(storage());
    games.add(game(1));
    games.add(game(3));
    games.add(game(2));
    games.add(game(3, { totals: [0, 0, 0] }));
    expect(games.all().map(({ id }) => id)).toEqual(['CDFGHJ-3', 'CDFGHJ-2', 'CDFGHJ-1']);
    expect(games.all()[0]?.totals).toEqual([30, 40, 30]);
  });

  it('are not lost if there is no room for another one', () => {
    const place = storage(900);
    const games = new Games(place);
    let n = 1;
    while (games.add(game(n)) === 'kept') n += 1;
    expect(n).toBeGreaterThan(2);
    expect(games.all()).toHaveLength(n - 1);
    expect(games.merge([game(n), game(n + 1)])).toEqual({ added: 0, full: true });
    expect(games.all()).toHaveLength(n - 1);
  });

  it('stay when one of them is damaged', () => {
    const place = storage();
    const damaged = [game(1), { ...game(2), review: null }, { ...game(3), names: null }, 7];
    place.setItem('qwixx.games', JSON.stringify(damaged));
    expect(new Games(place).all().map(({ id }) => id)).toEqual(['CDFGHJ-1']);
  });

  it('are put aside rather than written over when they cannot be read', () => {
    const place = storage();
    place.setItem('qwixx.games', '[{"id": "CDF');
    const games = new Games(place);
    games.add(game(1));
    expect(games.all()).toHaveLength(1);
    expect([...place.kept.values()]).toContain('[{"id": "CDF');
  });

  it('travel to another browser, which adds what it does not know', async () => {
    const [old, other] = [new Games(storage()), new Games(storage())];
    old.merge([game(1), game(2)]);
    other.add(game(2));
    const parcel = await pack(old.write());
    expect(parcel).toMatch(/^[\w-]+$/);
    expect(other.read(await unpack(parcel))).toEqual({ added: 1, full: false });
    expect(other.all()).toEqual(old.all());
  });

  it('are refused if a file has other content', () => {
    const games = new Games(storage());
    const file = (games: unknown[]) => JSON.stringify({ format: 'qwixx-games-1', games });
    for (const text of ['', '{}', file([{ ...game(1), id: '../x' }]), file([null])]) {
      expect(games.read(text)).toBeNull();
    }
    expect(games.read(file([{ ...game(1), seat: 7 }]))).toBeNull();
    expect(games.all()).toEqual([]);
  });

  it('are refused if no screen could show them', () => {
    const games = new Games(storage());
    const file = (...games: unknown[]) => JSON.stringify({ format: 'qwixx-games-1', games });
    const hostile: Record<string, unknown>[] = [
      { at: 1e300 },
      { day: '2026-99-99' },
      { totals: [1e12, 40, 30] },
      { totals: [0.5, 40, 30] },
      { misthrows: 1e9 },
      { seat: 'length' },
      { names: ['A'.repeat(1_000_000), 'Pip', 'Ada'] },
      {
        names: Array(99).fill('A'),
        bots: Array(99).fill(null),
        totals: Array(99).fill(1),
        places: Array(99).fill(1),
      },
      { rows: Array(99).fill('...........') },
      { review: null },
      { variant: 'unknown' },
      { variant: 'constructor' },
    ];
    for (const more of hostile) expect(games.read(file({ ...game(1), ...more }))).toBeNull();
    expect(games.read(file(game(1), game(2), game(1)))).toEqual({ added: 2, full: false });
    expect(games.all().map(({ id }) => id)).toEqual(['CDFGHJ-2', 'CDFGHJ-1']);
  });

  it('do not come in a link that unpacks without end', async () => {
    await expect(unpack(await pack(' '.repeat(20_000_000)))).rejects.toThrow('too long');
  });

  it('remember the result of a review', () => {
    const games = new Games(storage());
    games.add(game(1));
    games.note('CDFGHJ-1', () => ({ review: { unit: 'share', luck: 0.1, given: 0.2 } }));
    games.note('CDFGHJ-9', () => ({ review: { unit: 'share', luck: 0, given: 0 } }));
    expect(games.all()[0]?.review?.given).toBe(0.2);
    expect(games.all()).toHaveLength(1);
  });
});

describe('the statistics', () => {
  const many = [6, 5, 4, 3].map((n) => game(n));

  it('counts games, wins, points and misthrows', () => {
    expect(figuresOf([])).toBeNull();
    expect(figuresOf(many)).toMatchObject({
      games: 4,
      won: 2,
      average: 45,
      best: 60,
      mostInARow: 2,
      misthrows: 0.5,
      withoutMisthrow: 2,
      given: null,
    });
  });

  it('shows the points given away in the last twenty and before', () => {
    const reviewed = Array.from({ length: 25 }, (_, i) =>
      game(25 - i, { review: { unit: 'share', luck: -0.05, given: i < 20 ? 0.1 : 0.2 } }),
    );
    const figures = figuresOf(reviewed);
    expect(figures?.given).toBeCloseTo(10);
    expect(figures?.givenBefore).toBeCloseTo(20);
    expect(figures?.luck).toBeCloseTo(-5);
  });

  it('does not count games alone as wins', () => {
    const alone = game(9, { names: ['A'], bots: [null], totals: [99], places: [1] });
    const people = { names: ['Lena', 'Mara', 'Pip'], bots: [null, null, 'casual'], seat: 0 };
    const met = (places: number[]) => ({ ...game(1), ...people, totals: [50, 40, 30], places });
    expect(rivalsOf([met([1, 2, 3]), met([2, 1, 3]), met([1, 3, 2])], 2)).toEqual([
      { name: 'Mara', won: 2, n: 3 },
    ]);
    expect(figuresOf([alone])).toMatchObject({ won: 0, company: 0, best: 99 });
    expect(winsByTable([alone]).rows).toEqual([]);
  });

  it('counts wins by players and by the strongest of the others', () => {
    expect(companyOf(game(1))).toBe('strong');
    expect(companyOf(game(1, { bots: [null, null, 'strong'] }))).toBe('people');
    expect(companyOf(game(1, { bots: [null, 'casual', 'solo'] }))).toBe('casual');
    const two = game(7, {
      names: ['A', 'B'],
      bots: [null, 'casual'],
      totals: [9, 8],
      places: [1, 2],
    });
    expect(winsByTable([...many, two])).toEqual({
      columns: ['casual', 'strong'],
      rows: [
        { players: 2, wins: [{ won: 1, of: 1 }, null] },
        { players: 3, wins: [null, { won: 2, of: 4 }] },
      ],
    });
  });

  it('fills the cells of the average card as often as they were crossed', () => {
    const average = averageCard(
      [game(1), game(2, { rows: ['..x........', '', '', ''] })],
      'classic',
    );
    expect(average?.rows[0]).toMatchObject({ lock: 0.5, locks: 1, crosses: 2 });
    expect(average?.rows[0]?.cells.slice(0, 3)).toEqual([0.5, 0, 1]);
    expect(averageCard(many, 'longo')).toBeNull();
  });

  it('goes from the oldest game on, with the mean of ten', () => {
    expect(scoreHistory(many).map(({ points, mean }) => [points, mean])).toEqual([
      [30, 30],
      [40, 35],
      [50, 40],
      [60, 45],
    ]);
  });

  it('counts days in a row up to today, or yesterday while today is not played', () => {
    const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-14', '2026-11-15'];
    expect(streaks(days, '2026-11-15')).toEqual({ now: 2, longest: 3 });
    expect(streaks(days, '2026-11-16')).toEqual({ now: 2, longest: 3 });
    expect(streaks(days, '2026-11-17')).toEqual({ now: 0, longest: 3 });
    expect(streaks([], '2026-11-17')).toEqual({ now: 0, longest: 0 });
  });
});
