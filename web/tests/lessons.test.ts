import { expect, it } from 'vitest';
import { offerNow } from '../src/lib/lessons';
import type { PlayedView } from '../src/protocol';
import * as fixtures from './fixtures';

const plain = { pace: 'normal', oneTap: false, autoRoll: false, marks: [] as string[] } as const;

/** Lena is to roll, against bots or against people. */
function toRoll(against: 'bot' | 'player'): PlayedView {
  const view = fixtures.white();
  const seats = view.seats.map((seat, i) => (i ? { ...seat, kind: against } : seat));
  return { ...view, seats, you: { ...view.you, asked: 'roll' } } as PlayedView;
}

it('offers faster bots, then one tap, then rolls by themselves, each once', () => {
  const view = toRoll('bot');
  expect(offerNow(view, plain)).toBe('pace');
  expect(offerNow(view, { ...plain, pace: 'quick' })).toBe('oneTap');
  expect(offerNow(view, { ...plain, marks: ['pace', 'oneTap'] })).toBe('autoRoll');
  expect(offerNow(view, { ...plain, marks: ['pace', 'oneTap', 'autoRoll'] })).toBe(null);
});

it('offers no other pace where people play', () => {
  expect(offerNow(toRoll('player'), plain)).toBe('oneTap');
});
