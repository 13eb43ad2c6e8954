/* The positions of the training, and the running sum of the costs. */

import type { Card, Colour, Dice, Move, MoveCost, Why } from '../../protocol';

/** Files of positions that the server has. */
export const PIECES = 32;
/** Choices of a round. */
export const ROUND = 10;
/** A choice that costs less is as good as the best. */
export const COSTS = 0.01;
const KEPT = 2 * ROUND;

export interface Position {
  turn: number;
  phase: 'white' | 'colour';
  /** You rolled. */
  yours: boolean;
  /** In the colour phase: your answer to the white dice. */
  answer: Move | null;
  roll: Dice;
  /** Yours, then the opponent's. */
  cards: Card[];
  closed: Colour[];
  /** Best first. */
  moves: Judged[];
}

export interface Judged extends MoveCost {
  /** Why it is worse than the best; of the best, what speaks for it. */
  reasons: Why[];
}

/** The costs of the last choices, oldest first. */
export function remember(costs: number[], cost: number): number[] {
  return [...costs, cost].slice(-KEPT);
}

/** The last ten choices, what they gave away together, and the ten before them. */
export function figures(costs: number[]): { last: number[]; now: number; before: number | null } {
  const sum = (some: number[]) => some.reduce((total, cost) => total + cost, 0);
  const last = costs.slice(-10);
  const earlier = costs.slice(-20, -10);
  return { last, now: sum(last), before: earlier.length === 10 ? sum(earlier) : null };
}

/** Returns how many of these choices were best. */
export const bestOf = (costs: number[]) => costs.filter((cost) => cost < COSTS).length;
