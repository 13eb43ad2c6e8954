/*
 * The parts of a player's result, from the start to the end, in whole points that add up. The dice
 * come last and include the errors of rounding, so the running sum rarely leaves the scale.
 */

import type { ReviewSeat } from '../../protocol';
import { inPoints, type Unit } from './numbers';

export type Part = 'others' | 'own' | 'rest' | 'dice';

export interface BreakdownLine {
  part: Part;
  /** Whole points. */
  points: number;
  /** The running sum before and after this line. */
  from: number;
  to: number;
}

export interface ScoreBreakdown {
  start: number;
  end: number;
  lines: BreakdownLine[];
  /** The ends of the scale: 0 and 100, or the extremes of the running sum. */
  low: number;
  high: number;
}

export function breakdownOf(seat: ReviewSeat, unit: Unit): ScoreBreakdown {
  // -0 would be shown as a loss.
  const whole = (share: number) => Math.round(inPoints(share, unit)) || 0;
  const [start, end] = [whole(seat.expected), whole(seat.result)];
  const others = whole(seat.others);
  const own = whole(seat.own);
  const rest = whole(seat.rest);
  const dice = end - start - others - own - rest;
  const parts: [Part, number][] = [
    ...(unit === 'share' ? ([['others', others]] as [Part, number][]) : []),
    ['own', own],
    ...(rest ? ([['rest', rest]] as [Part, number][]) : []),
    ['dice', dice],
  ];
  let sum = start;
  const lines = parts.map(([part, points]) => {
    const from = sum;
    sum += points;
    return { part, points, from, to: sum };
  });
  const reached = [start, end, ...lines.map((line) => line.to)];
  return {
    start,
    end,
    lines,
    low: Math.min(0, ...reached),
    high: Math.max(unit === 'share' ? 100 : 1, ...reached),
  };
}
