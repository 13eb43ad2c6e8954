import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as fixtures from './fixtures';
import type { PlayedView, RealDice } from '../src/protocol';
import TablePage from '../src/features/table/TablePage.svelte';
import { diceOf } from '../src/features/table/decision.svelte';
import { reactive } from './reactive.svelte';
import { testTable } from './testTable';

let shown: Record<string, unknown> | null = null;
let table: ReturnType<typeof testTable>;
const deeds = () => table.transport.actions;

function sit(view: PlayedView) {
  table = testTable(view);
  const props = reactive({ view });
  shown = mount(TablePage, { target: document.body, props, context: table.context });
  flushSync();
  return {
    see: (next: PlayedView) => {
      props.view = next;
      table.transport.receive(next);
      flushSync();
    },
    refuse: async () => {
      table.transport.answer('stale');
      await Promise.resolve();
      flushSync();
    },
  };
}
function press(text: string) {
  const button = [...document.querySelectorAll<HTMLElement>('button')].find((entry) =>
    entry.textContent!.replace(/\s+/g, ' ').includes(text),
  );
  if (!button) throw new Error(`no button "${text}"`);
  button.click();
  flushSync();
}
function tap(name: string) {
  document.querySelector<HTMLElement>(`[data-cell="${name}"]`)!.click();
  flushSync();
}
const status = () => document.querySelector('.status')!.textContent!.replace(/\s+/g, ' ').trim();
const actions = () => document.querySelector('.actions')!.textContent!.replace(/\s+/g, ' ').trim();
const dialog = () => document.querySelector('dialog');

afterEach(async () => {
  vi.useRealTimers();
  if (shown) await unmount(shown);
  shown = null;
});

describe('the timer', () => {
  it('says what happens at zero, and then the pencilled cell counts', async () => {
    const view = fixtures.white();
    const { options, game } = view;
    const clock = () => document.querySelector('.clock')?.textContent?.replace(/\s+/g, ' ').trim();
    vi.useFakeTimers();
    sit({ ...view, options: { ...options, timer: 40 }, game: { ...game, remaining: 2300 } });
    await vi.waitUntil(() => clock()?.startsWith('3 '));
    vi.advanceTimersByTime(1500);
    await vi.waitUntil(() => clock() === '1 At zero, you pass.');
    tap('b7');
    expect(clock()).toBe('1 At zero, blue 7 counts.');
    expect(deeds()).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(deeds()).toEqual([{ type: 'choose', move: 'b7' }]);
  });
});

describe('the white phase', () => {
  it('shows the roll, the possible moves and the awaited players', () => {
    sit(fixtures.white());
    expect(status()).toBe(
      'You rolled 7. Cross 7 in one row, or pass. Mara and Pip have decided. Jonas is thinking.',
    );
  });

  it('marks a tapped cell in pencil and sends it only when confirmed', () => {
    sit(fixtures.white());
    tap('b7');
    expect(deeds()).toEqual([]);
    press('Cross blue 7');
    expect(deeds()).toEqual([{ type: 'choose', move: 'b7' }]);
  });

  it('keeps the pencil and says that it is being sent until the server answers', () => {
    const view = sit(fixtures.white());
    tap('b7');
    press('Cross blue 7');
    const blue = () => document.querySelector('[data-cell="b7"]')!.getAttribute('aria-label');
    expect(blue()).toBe('Blue 7, chosen');
    expect(actions()).toBe('Pass Sending…');
    tap('r7');
    press('Pass');
    expect(deeds()).toHaveLength(1);

    view.see({ ...fixtures.white(), version: 41 });
    expect(actions()).toBe('Pass Sending…');
    const answered = fixtures.white();
    view.see({ ...answered, version: 42, you: { ...answered.you, answer: 'b7' } });
    expect(actions()).toBe('Pass instead Blue 7 chosen');
  });

  it('can be answered again after a refusal', async () => {
    const view = sit(fixtures.white());
    tap('b7');
    press('Cross blue 7');
    await view.refuse();
    expect(actions()).toBe('Pass Tap a number');
  });

  it('sends a pencilled cell when it is tapped again', () => {
    sit(fixtures.white());
    tap('b7');
    tap('b7');
    expect(deeds()).toEqual([{ type: 'choose', move: 'b7' }]);
  });

  it('passes without a question', () => {
    sit(fixtures.white());
    press('Pass');
    expect(deeds()).toEqual([{ type: 'choose', move: '-' }]);
  });

  it('says why a cell may not be crossed', () => {
    sit(fixtures.white());
    tap('y7');
    expect(status()).toContain('Yellow 7 is not possible. You have already crossed');
    tap('r11');
    expect(status()).toContain('Only the white dice count now, and they make 7.');
  });

  it('can be answered again until all have decided', () => {
    sit(fixtures.answered());
    expect(status()).toContain('You chose green 7. Nobody sees it yet.');
    tap('g7');
    tap('r7');
    press('Cross red 7 instead');
    expect(deeds()).toEqual([{ type: 'retract' }, { type: 'choose', move: 'r7' }]);
  });

  it('asks before many cells are skipped', async () => {
    sit(fixtures.longo());
    tap('g6');
    press('Cross green 6');
    await vi.waitUntil(dialog);
    expect(dialog()!.textContent).toContain('Skip 10 cells?');
    expect(deeds()).toEqual([]);
    [...dialog()!.querySelectorAll('button')].at(-1)!.click();
    expect(deeds()).toEqual([{ type: 'choose', move: 'g6' }]);
  });

  it('offers a lucky cross in its own words', () => {
    sit(fixtures.longo());
    expect(status()).toContain('a lucky number. Cross 6, use your luck (green 16) or pass.');
    tap('g16');
    press('Cross green 16');
    expect(deeds()).toEqual([{ type: 'choose', move: '*g16' }]);
  });
});

describe('the colour phase', () => {
  it('does not speak of other players to a solo player', () => {
    const view = fixtures.colour();
    view.seats = view.seats.slice(0, 1);
    const cards = view.game.cards.slice(0, 1);
    view.game = { ...view.game, cards, white: ['-'], last: null };
    sit(view);
    tap('b10');
    expect(status()).toBe('White 4 + blue 6 = blue 10 You passed.');
  });

  it('shows which dice make the chosen cell', () => {
    sit(fixtures.colour());
    tap('b10');
    expect(status()).toContain('White 4 + blue 6 = blue 10');
  });

  it('can be answered from the table of sums', () => {
    sit(fixtures.colour());
    document.querySelector<HTMLElement>('[aria-label="White 1 + green 2 = green 3"]')!.click();
    flushSync();
    press('Cross green 3');
    expect(deeds()).toEqual([{ type: 'choose', move: 'g3' }]);
  });

  it('announces a misthrow if no colour fits', () => {
    const view = fixtures.colour();
    sit({ ...view, you: { ...view.you, offers: [], autoIn: 1800 } });
    expect(status()).toBe('No colour fits, so you take a misthrow. Passing for you…');
  });

  it('asks before a misthrow is taken, and Enter confirms', async () => {
    sit(fixtures.colour());
    expect(status()).toBe(
      'Your second action. Add one white and one coloured die and cross the sum, or pass. ' +
        'If you pass again, you take a misthrow.',
    );
    press('Pass');
    expect(deeds()).toEqual([]);
    await vi.waitUntil(dialog);
    expect(dialog()!.textContent).toContain('Take a misthrow?');
    await vi.waitUntil(() => document.activeElement?.textContent === 'Take the misthrow');
    press('Take the misthrow');
    expect(deeds()).toEqual([{ type: 'choose', move: '-' }]);
  });
});

describe('the table', () => {
  it('shows the host the absent players, and a remedy', () => {
    const { seats } = fixtures.nothing();
    const view = { ...fixtures.white(), seats };
    sit(view);
    expect(status()).toContain(
      'Jonas is away. A bot can play instead: tap the absent player’s card',
    );
    expect(status()).not.toContain('thinking');
  });

  it('shows the other players only that someone is away', () => {
    const { seats } = fixtures.nothing();
    const view = fixtures.rolling();
    sit({ ...view, seats, host: 1, game: { ...view.game, active: 2 } });
    expect(status()).toBe('It is Jonas’s turn. Jonas is away. Pip crossed green 2.');
  });

  it('asks for a roll of real dice for a bot', () => {
    const real = { entered: null, colours: ['r', 'y', 'g', 'b'] } as unknown as RealDice;
    const view = fixtures.rolling();
    const to = (active: number) => ({ ...view, real, game: { ...view.game, active } });
    const { see } = sit(to(3));
    expect(status()).toMatch(/^It is Pip’s turn. Roll for Pip./);
    see(to(1));
    expect(status()).toMatch(/^It is Mara’s turn. Waiting for Mara to roll./);
    see({ ...to(3), real: null } as PlayedView);
    expect(status()).toMatch(/^It is Pip’s turn. Waiting for Pip to roll./);
  });

  it('shows no dice between a turn and the next roll, on no screen', () => {
    const { game } = fixtures.white();
    expect(diceOf(game)).toBe(game.roll);
    const roll = null;
    expect(diceOf({ ...game, roll, phase: 'roll' })).toBeNull();
    expect(diceOf({ ...game, roll, phase: 'over' })).toBe(game.last!.roll);
  });

  it('lets the active player roll', () => {
    sit(fixtures.rolling());
    press('Roll the dice');
    expect(deeds()).toEqual([{ type: 'roll' }]);
  });

  it('shows the roll when the dice lie still, not before', async () => {
    vi.useFakeTimers();
    const { see } = sit(fixtures.rolling());
    see(fixtures.white());
    expect(status()).toBe('The dice are rolling…');
    expect(document.querySelectorAll('.offered')).toHaveLength(0);
    expect(actions()).toBe('');
    vi.advanceTimersByTime(600);
    flushSync();
    expect(status()).toMatch(/^You rolled 7\./);
    expect(document.querySelectorAll('.offered')).toHaveLength(3);
  });

  it('takes a choice back until the next roll, and rolls no dice for it', () => {
    const { see } = sit(fixtures.white());
    const rolling = fixtures.rolling();
    const undo = () => document.querySelector<HTMLElement>('[aria-keyshortcuts="U"]');
    expect(undo()).toBeNull();
    see({ ...rolling, you: { ...rolling.you, canUndo: true } });
    undo()!.click();
    expect(deeds()).toEqual([{ type: 'retract' }]);
    see(fixtures.white());
    expect(status()).toMatch(/^You rolled 7\./);
    expect(undo()).toBeNull();
  });

  it('shows the last turn before the result', () => {
    const view = fixtures.over();
    sit({ ...view, game: { ...view.game, roll: null } });
    expect(status()).toContain('The game is over. Pip crossed green 2.');
  });

  it('says that it passes if there is nothing to choose', () => {
    sit(fixtures.nothing());
    expect(status()).toContain('You have no 7 to cross. Passing for you…');
  });

  it('says so when it is offline', () => {
    sit(fixtures.white());
    table.transport.lose();
    flushSync();
    expect(document.querySelector('[role=alert]')!.textContent).toContain('No connection.');
  });

  it('shows refusals in place of the sentence', async () => {
    const view = sit(fixtures.white());
    press('Pass');
    await view.refuse();
    expect(status()).toContain('That was too late');
  });

  it('lets spectators see, not act', () => {
    sit(fixtures.spectator());
    expect(document.querySelectorAll('[data-cell]')).toHaveLength(0);
    expect(document.querySelector('.actions')!.textContent!.trim()).toBe('');
  });

  it('enlarges the card of another player', () => {
    sit(fixtures.white());
    press('Jonas');
    expect(dialog()!.querySelector('section')!.getAttribute('aria-label')).toBe('Card of Jonas');
  });
});
