/* The positions of things in the picture of the chances, in its own units. */

import type { ChanceCurve } from './chanceCurve';

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const x = (curve: ChanceCurve, box: Box, turn: number) =>
  box.left + (box.width * turn) / curve.turns;
export const y = (curve: ChanceCurve, box: Box, value: number) =>
  box.top + box.height * (1 - value / curve.top);

export function line(curve: ChanceCurve, box: Box, seat: number): string {
  const points = curve.values[seat] ?? [];
  return points
    .map((value, turn) => `${x(curve, box, turn).toFixed(1)},${y(curve, box, value).toFixed(1)}`)
    .join(' ');
}

/** Returns the turn that is nearest to a place in the picture. */
export function turnAt(curve: ChanceCurve, box: Box, place: number): number {
  const turn = Math.round(((place - box.left) / box.width) * curve.turns);
  return Math.max(0, Math.min(curve.turns, turn));
}

const DISC = 20;

/** Returns the places of discs on a seat's line. A disc that would cover an earlier one moves to the middle. */
export function discs(
  curve: ChanceCurve,
  box: Box,
  seat: number,
  choices: { turn: number }[],
): { x: number; y: number }[] {
  const placed: { x: number; y: number }[] = [];
  for (const { turn } of choices) {
    const disc = {
      x: x(curve, box, turn),
      y: y(curve, box, curve.values[seat]?.[turn] ?? 0),
    };
    const way = disc.y > box.top + box.height / 2 ? -1 : 1;
    const covered = () =>
      placed.find((other) => Math.hypot(other.x - disc.x, other.y - disc.y) < DISC);
    for (let other = covered(); other; other = covered()) {
      disc.y = other.y + way * (Math.sqrt(DISC ** 2 - (other.x - disc.x) ** 2) + 0.1);
    }
    placed.push(disc);
  }
  return placed;
}

/** Returns the ticks: turn 1 and every 10th turn. The last `room` turns are left to the label of the last turn. */
export function ticks(turns: number, room: number): number[] {
  const tens = Array.from({ length: Math.floor(turns / 10) }, (_, i) => 10 * (i + 1));
  return [1, ...tens.filter((turn) => turn < turns - room)];
}

/** One sign for each seat, in a box of 12 × 12: lines are told apart without colour. */
export const SEAT_MARKERS = [
  'M6 1a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  'M1.5 1.5h9v9h-9Z',
  'M6 .8 11.4 10.6H.6Z',
  'M6 .2 11.8 6 6 11.8 .2 6Z',
  'M4.2 .8h3.6v3.4h3.4v3.6H7.8v3.4H4.2V7.8H.8V4.2h3.4Z',
] as const;
export const DASHES = ['', '7 5', '1.5 5', '9 4 2 4', '3 3'] as const;
