import { describe, expect, it } from 'vitest';
import { breakdownOf } from '../src/features/review/scoreBreakdown';
import { chanceCurve, keyChoicesOf } from '../src/features/review/chanceCurve';
import { discs, ticks, turnAt, x, y } from '../src/features/review/graph';
import { spread } from '../src/lib/spread';
import { setLanguage } from '../src/i18n';
import { costText, chanceText, gradeOf } from '../src/features/review/numbers';
import type { ReviewChoice, ReviewSeat, ReviewedGame } from '../src/protocol';

const seat = (parts: Partial<ReviewSeat>): ReviewSeat => ({
  name: '',
  result: 0,
  expected: 0.5,
  luck: 0,
  own: 0,
  others: 0,
  rest: 0,
  adjusted: null,
  given_away: 0,
  ...parts,
});

describe('the breakdown of a result', () => {
  it('adds up in whole points after rounding', () => {
    let random = 7;
    const next = () => ((random = (random * 16807) % 2147483647), random / 2147483647 - 0.5);
    for (let i = 0; i < 500; i++) {
      const [expected, luck, own, others, rest] = [
        0.5 + next() / 2,
        next(),
        next(),
        next(),
        next(),
      ];
      const result = expected + luck + own + others + rest / 20;
      const breakdown = breakdownOf(
        seat({ expected, luck, own, others, rest: rest / 20, result }),
        'share',
      );
      const sum = breakdown.lines.reduce((total, line) => total + line.points, breakdown.start);
      expect(sum).toBe(breakdown.end);
      expect(breakdown.lines.at(-1)?.to).toBe(breakdown.end);
      for (const line of breakdown.lines) {
        expect(line.to).toBeGreaterThanOrEqual(breakdown.low);
        expect(line.to).toBeLessThanOrEqual(breakdown.high);
        // Only the dice take what rounding leaves: two points at most.
        const exact = { others, own, rest: rest / 20, dice: luck }[line.part];
        const room = line.part === 'dice' ? 3 : 0.51;
        expect(Math.abs(line.points - 100 * exact)).toBeLessThanOrEqual(room);
      }
    }
  });

  it('names an unexplained rest of one point or more', () => {
    const parts = (rest: number) =>
      breakdownOf(seat({ result: 0.5 + rest, rest }), 'share').lines.map((line) => line.part);
    expect(parts(0.004)).toEqual(['others', 'own', 'dice']);
    expect(parts(-0.02)).toEqual(['others', 'own', 'rest', 'dice']);
  });
});

const choice = (turn: number, cost: number): ReviewChoice => ({
  turn,
  seat: 0,
  phase: 'white',
  played: 'r5',
  best: '-',
  cost,
  hindsight: cost,
  grade: gradeOf(cost, 'share'),
  fight: false,
  moves: [],
  reasons: [],
});

describe('the picture', () => {
  const step = (turn: number, after: 'start' | 'roll' | 'end', a: number) => ({
    turn,
    after,
    shares: [a, 1 - a],
    points: [0, 0],
  });
  const frame = (turn: number) => ({ turn, active: 0, misthrow: turn === 2, closed: [] });
  const game = {
    players: ['Lena', 'Mara'],
    frames: [frame(1), frame(2)],
    review: {
      unit: 'share',
      chances: [
        step(1, 'start', 0.5),
        step(1, 'roll', 0.9),
        step(2, 'start', 0.4),
        step(2, 'end', 1),
      ],
    },
  } as unknown as ReviewedGame;
  const curve = chanceCurve(game);

  it('has one point a turn, from the start to the end', () => {
    expect(curve.values).toEqual([
      [0.5, 0.4, 1],
      [0.5, 0.6, 0],
    ]);
    expect(curve.misthrows).toEqual([{ turn: 2, seat: 0 }]);
  });

  it('finds the turn that was touched', () => {
    const box = { left: 40, top: 30, width: 200, height: 100 };
    for (const turn of [0, 1, 2]) expect(turnAt(curve, box, x(curve, box, turn) + 20)).toBe(turn);
    expect([turnAt(curve, box, -500), turnAt(curve, box, 5000)]).toEqual([0, 2]);
    expect([y(curve, box, 1), y(curve, box, 0)]).toEqual([30, 130]);
  });

  it('keeps names apart and inside', () => {
    const moved = spread([100, 100, 98, 2, 100], 18, 0, 100);
    const sorted = [...moved].sort((a, b) => a - b);
    sorted
      .slice(1)
      .forEach((place, i) => expect(place - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(18));
    expect(Math.max(...moved)).toBeLessThanOrEqual(100);
  });

  it('lets every key choice be seen, also two in one turn', () => {
    for (const top of [30, -30]) {
      const box = { left: 40, top, width: 30, height: 100 };
      const places = discs(curve, box, 0, [{ turn: 1 }, { turn: 2 }, { turn: 2 }]);
      places.forEach((one, i) =>
        places
          .slice(i + 1)
          .forEach((other) =>
            expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(20),
          ),
      );
      expect(places.every(({ y }) => y >= top && y <= top + 100)).toBe(true);
    }
  });

  it('does not write one turn over the other', () => {
    expect(ticks(32, 2)).toEqual([1, 10, 20]);
    expect(ticks(23, 3.5)).toEqual([1, 10]);
    expect(ticks(11, 2)).toEqual([1]);
  });
});

it('shows the three choices that cost most, in the order of the game', () => {
  const costs = [0.02, 0.3, 0.005, 0.11, 0.04];
  const shown = keyChoicesOf(costs.map((cost, i) => choice(i + 1, cost)));
  expect(shown.map(({ turn }) => turn)).toEqual([2, 4, 5]);
});

it('writes costs and chances as each language does', async () => {
  expect([0.021, 0.124, 0.0099].map((cost) => costText(cost, 'share'))).toEqual([
    '−2.1',
    '−12',
    '=',
  ]);
  expect(costText(2.14, 'points')).toBe('−2.1');
  expect(chanceText(0.38, 'share')).toBe('38%');
  await setLanguage('de');
  expect(costText(0.021, 'share')).toBe('−2,1');
  expect(chanceText(0.38, 'share')).toBe('38\u00a0%');
  await setLanguage('en');
});
