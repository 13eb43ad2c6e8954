import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import Evening from '../src/features/evening/Evening.svelte';
import { runningTotals, standings } from '../src/features/evening/standings';
import { personalNote } from '../src/features/result/personalNote';
import { played } from '../src/lib/playedGames';
import type { Evening as Score } from '../src/protocol';
import * as fixtures from './fixtures';

let shown: Record<string, unknown> | null = null;

const cells = (element: Element) =>
  [...element.children].map((cell) => cell.textContent!.replace(/\s+/g, ' ').trim());
const rows = () => [...document.querySelectorAll('tr')].map(cells);

function panel(evening: Score, brief = false): string {
  const view = fixtures.over();
  shown = mount(Evening, { target: document.body, props: { evening, view, brief } });
  flushSync();
  return document.body.textContent!.replace(/\s+/g, ' ').trim();
}

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
});

const line = (name: string, seat: number | null, wins: number, points: number, bot = false) => ({
  name,
  seat,
  wins,
  points,
  bot,
  games: 3,
});
const three: Score = {
  games: 3,
  lines: [line('Lena', 0, 2, 245), line('Mara', 1, 1, 214), line('Pip', 2, 0, 161, true)],
  last: [
    { number: 1, points: [71, 78, 60], places: [2, 1, 3] },
    { number: 2, points: [84, 66, 59], places: [1, 2, 3] },
    { number: 3, points: [90, 70, null], places: [1, 2, null] },
  ],
  series: null,
};

it('shows the wins of two people as a headline, and the games as a table', () => {
  const text = panel(three);
  expect(text).toContain('You 2 : 1 Mara');
  expect(rows()).toEqual([
    ['', 'Game 1', 'Game 2', 'Game 3', 'Wins', 'Sum'],
    ['1. Lena', '71', '84 won', '90 won', '2', '245'],
    ['2. Mara', '78 won', '66', '70', '1', '214'],
    ['3. Pip', '60', '59', '– did not play', '0', '161'],
  ]);
  expect(document.querySelector('svg[role=img]')?.getAttribute('aria-label')).toBe(
    'Points, game by game',
  );
});

it('is a small table of places, wins and sums beside a game', () => {
  panel(three, true);
  expect(rows()).toEqual([
    ['', 'Wins', 'Sum'],
    ['1. Lena', '2', '245'],
    ['2. Mara', '1', '214'],
    ['3. Pip', '0', '161'],
  ]);
});

it('shares a place among equal players, and adds up the points game by game', () => {
  const equal = { ...three, lines: three.lines.map((line) => ({ ...line, points: 300 })) };
  expect(standings(equal).map(({ place }) => place)).toEqual([1, 1, 1]);
  const course = runningTotals(three)!;
  expect(course.lines.map(({ values }) => values)).toEqual([
    [71, 155, 245],
    [78, 144, 214],
    [102, 161, 161],
  ]);
  expect([course.first, course.top, course.floor]).toEqual([1, 250, 0]);
  expect(runningTotals({ ...three, last: three.last.slice(0, 1) })).toBe(null);
});

it('names all players of a larger table, and puts old games into one column', () => {
  const lines = [...three.lines, line('Jonas', null, 1, 300)];
  const last = three.last.map((game, i) => ({
    number: i + 4,
    points: [...game.points, 50],
    places: [...game.places, 4],
  }));
  const text = panel({ ...three, games: 6, lines, last });
  expect(text).toContain('You 2, Mara 1');
  expect(rows()[0]).toEqual(['', '1–3', 'Game 4', 'Game 5', 'Game 6', 'Wins', 'Sum']);
  expect(rows()[1]).toEqual(['1. Jonas', '150', '50', '50', '50', '1', '300']);
});

it('shows the standings and the winner of a series', () => {
  const series = { kind: 'wins' as const, goal: 2, games: 3, score: [2, 1, 0], winners: [0] };
  const text = panel({ ...three, series });
  expect(text).toContain('First to 2 wins');
  expect(text).toContain('Lena wins the series!');
});

it('has a personal best or a kind word', () => {
  const view = fixtures.over();
  const game = played({ ...view, code: 'CCCCCC' }, 0, 1);
  const before = (total: number) => ({ ...game, totals: [total, 0, 0, 0] });
  expect(personalNote(view, [])).toBe(null);
  expect(personalNote(view, [before(84)])).toEqual({
    isBest: true,
    text: 'New best card (before: 84)',
  });
  expect(personalNote(view, [before(91)])).toBe(null);
  const lost = { ...view, you: { ...view.you, seat: 2 }, result: { ...view.result, winners: [0] } };
  expect(personalNote(lost, [before(400)])?.text).toMatch(/^(Your best row|The best row)/);
  expect(personalNote(lost, [-300, -500, 400].map(before))?.text).toMatch(/above your average$/);
});
