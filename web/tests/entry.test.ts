/* Entering a roll, without a document. */

import { expect, test } from 'vitest';
import type { PlayingView, Tapped } from '../src/protocol';
import { Entry } from '../src/features/real-dice/entry.svelte';
import { facesAt, noteTap, tapsAt } from '../src/features/real-dice/taps.svelte';

const COLOURS = ['r', 'y', 'g', 'b'] as const;

test('takes six taps for a roll', () => {
  const entry = new Entry([...COLOURS], [...COLOURS]);
  for (const [i, face] of [4, 1, 3, 2, 5, 6].entries()) {
    expect([entry.at, entry.place, entry.missing, entry.roll]).toEqual([i, i + 1, 6 - i, null]);
    entry.tap(face);
  }
  expect([entry.at, entry.roll]).toEqual([null, '41/3256']);
  entry.tap(1);
  expect(entry.roll).toBe('41/3256');
});

test('does not ask for dice that have left', () => {
  const entry = new Entry([...COLOURS], ['r', 'b']);
  for (const face of [6, 6, 6, 3]) entry.tap(face);
  expect([entry.count, entry.roll]).toEqual([4, '66/6..3']);
  entry.pick(3);
  expect(entry.at).toBe(null);
});

test('corrects one die, undoes the last one, and starts over', () => {
  const entry = new Entry([...COLOURS], [...COLOURS]);
  for (const face of [4, 1, 3]) entry.tap(face);
  entry.pick(0);
  entry.tap(5);
  expect([entry.values[0], entry.at]).toEqual([5, 3]);
  entry.takeBack();
  expect([entry.values[0], entry.at]).toEqual([null, 0]);
  entry.startOver();
  expect([entry.missing, entry.at, entry.last]).toEqual([6, 0, null]);
});

test('begins a correction with the entered dice', () => {
  const entry = new Entry([...COLOURS], ['r', 'y', 'b'], '41/32.6');
  expect([entry.at, entry.roll, entry.changed]).toEqual([null, '41/32.6', false]);
  entry.pick(1);
  entry.tap(2);
  expect([entry.at, entry.roll, entry.changed]).toEqual([null, '42/32.6', true]);
});

test('writes a dash for each missing die', () => {
  const entry = new Entry([...COLOURS], ['r', 'b']);
  expect(entry.half).toBe('--/-..-');
  for (const face of [6, 5, 4]) entry.tap(face);
  expect(entry.half).toBe('65/4..-');
});

test('shows all players who enter dice, the first one in the tray', () => {
  const at = (turn: number, entered: unknown = null) =>
    ({
      game: { id: 'CDFGHJ-1', turn },
      real: { colours: [...COLOURS], entered },
      seats: [{ presence: 'here' }, { presence: 'here' }],
    }) as unknown as PlayingView;
  const tap = (seat: number | null, roll: string, turn = 3): Tapped => ({
    type: 'tapped',
    seat,
    turn,
    roll,
  });
  noteTap(at(3), tap(1, '4-/----'));
  noteTap(at(3), tap(0, '-2/----'));
  noteTap(at(3), tap(1, '41/----'));
  expect(tapsAt(at(3)).map(({ seat }) => seat)).toEqual([1, 0]);
  expect(facesAt(at(3))).toEqual([4, 1, null, null, null, null]);
  // Taken back, entered, another turn: nothing is left of it.
  noteTap(at(3), tap(1, '--/----'));
  expect(tapsAt(at(3)).map(({ seat }) => seat)).toEqual([0]);
  expect(tapsAt(at(3, { by: 0 }))).toEqual([]);
  expect(facesAt(at(4))).toEqual([]);
});
