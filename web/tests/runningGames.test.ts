import { describe, expect, it } from 'vitest';
import { fold, justBegun, withBotsOnly } from '../src/features/home/runningGames.svelte';
import type { TableSummary } from '../src/protocol';

let number = 0;
const table = (change: Partial<TableSummary> = {}): TableSummary => ({
  code: `CODE${number++}`,
  stage: 'playing',
  variant: 'classic',
  turn: 1,
  yours: true,
  others: ['Pip', 'Ada'],
  bots: ['casual', 'casual'],
  card: null,
  ...change,
});
const wanted = { variant: 'classic', bots: 2, level: 'casual' };

describe('the list of running games', () => {
  it('knows games with bots only', () => {
    expect(withBotsOnly(table())).toBe(true);
    expect(withBotsOnly(table({ bots: ['casual'] }))).toBe(false);
  });

  it('folds games with bots that have just begun and are like one before', () => {
    const all = [
      table(),
      table({ turn: 9 }),
      table({ yours: false }),
      table({ bots: ['strong', 'casual'] }),
      table({ variant: 'longo' }),
      table({ others: ['Mara', 'Pip'], bots: ['casual'] }),
      table({ others: ['Mara', 'Pip'], bots: ['casual'] }),
    ];
    expect(fold(all).folded).toEqual([all[2]]);
    expect(fold(all).shown).toHaveLength(all.length - 1);
  });

  it('finds a game against the same bots that has just begun', () => {
    const begun = table({ turn: 2 });
    expect(justBegun([table({ turn: 3 }), begun], wanted)).toBe(begun);
    for (const other of [
      table({ turn: 3 }),
      table({ stage: 'lobby' }),
      table({ variant: 'longo' }),
      table({ bots: ['casual', 'strong'] }),
      table({ others: ['Pip', 'Mara'], bots: ['casual'] }),
      table({ others: ['Pip'], bots: ['casual'] }),
    ])
      expect(justBegun([other], wanted)).toBeUndefined();
  });
});
