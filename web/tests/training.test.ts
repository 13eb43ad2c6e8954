import { expect, it } from 'vitest';
import { bestOf, figures, remember } from '../src/features/training/positions';

it('adds up the last ten choices, and the ten before', () => {
  let costs: number[] = [];
  for (let i = 1; i <= 25; i++) costs = remember(costs, i);
  expect(figures(costs)).toEqual({
    last: [16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
    now: 205,
    before: 105,
  });
  expect(figures([0.5, 0.25])).toEqual({ last: [0.5, 0.25], now: 0.75, before: null });
});

it('counts the choices of a round that were best', () => {
  expect(bestOf([0, 0.005, 0.01, 0.2])).toBe(2);
});
