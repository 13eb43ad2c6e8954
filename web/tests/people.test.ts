import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { grouped, levelText, usual } from '../src/bots/levels';
import * as fixtures from '../src/gallery/fixtures';
import { t } from '../src/i18n/index.svelte';
import type { Deed } from '../src/state/connection.svelte';
import People from '../src/screens/menu/People.svelte';
import SeatActions from '../src/screens/menu/SeatActions.svelte';

const levels = (...names: string[]) =>
  names.map((name, i) => ({
    name,
    strength: i + 1,
    forPlayers: name !== 'random',
    variants: ['classic'],
  }));

describe('levels of bots', () => {
  it('parts those for players from the others, in the order of the server', () => {
    expect(grouped(levels('random', 'beginner', 'oracle', 'master'))).toEqual({
      players: ['beginner', 'oracle', 'master'],
      study: ['random'],
    });
    expect(levelText('oracle', t)).toBe('oracle');
    expect(levelText('casual', t)).toBe('casual');
  });

  it('falls back on what suits most people', () => {
    const all = levels('random', 'heuristic', 'casual');
    expect(usual(all, 'random')).toBe('random');
    expect(usual(all, 'gone')).toBe('casual');
    expect(usual(levels('random', 'heuristic', 'solo'), 'casual')).toBe('heuristic');
    expect(usual([], 'casual')).toBe('casual');
  });
});

describe('who sits at the table', () => {
  it('says which players are programs', async () => {
    const view = fixtures.white();
    view.seats = view.seats.map((seat, i) => (i === 1 ? { ...seat, program: true } : seat));
    const shown = mount(People, {
      target: document.body,
      props: { view, act: () => undefined, ondone: () => undefined },
    });
    flushSync();
    const notes = [...document.querySelectorAll('li p')];
    expect(notes.map((note) => note.textContent.includes(t('seat.program')))).toEqual(
      view.seats.map((seat) => seat.program ?? false),
    );
    expect(notes[1]!.querySelector('svg')).not.toBeNull();
    await unmount(shown);
  });
});

describe('what may be done about a seat', () => {
  let shown: Record<string, unknown> | null = null;
  let deeds: Deed[] = [];

  function show(seat: number, host: number | null) {
    deeds = [];
    const view = { ...fixtures.white(), host };
    shown = mount(SeatActions, {
      target: document.body,
      props: { view, seat, act: (deed) => deeds.push(deed), ondone: () => undefined },
    });
    flushSync();
  }
  const buttons = () => [...document.querySelectorAll('button')];
  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = null;
  });

  it('lets you change your own name', () => {
    const you = fixtures.white().you!.seat;
    show(you, null);
    const input = document.querySelector('input')!;
    input.value = ' Zoë ';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    buttons()[0]!.click();
    expect(deeds).toEqual([{ type: 'rename', name: 'Zoë' }]);
  });

  it('lets the host, and nobody else, hand the table over', () => {
    const { you, seats } = fixtures.white();
    const other = seats.findIndex(({ kind }, i) => kind === 'player' && i !== you!.seat);
    show(other, other);
    expect(buttons()).toEqual([]);
    void unmount(shown!);
    show(other, you!.seat);
    buttons()
      .find((button) => button.textContent!.includes('Make host'))!
      .click();
    expect(deeds).toEqual([{ type: 'host', seat: other }]);
  });

  it('asks before a player is removed from a running game', () => {
    const { you, seats } = fixtures.white();
    const other = seats.findIndex(({ kind }, i) => kind === 'player' && i !== you!.seat);
    show(other, you!.seat);
    const remove = () => buttons().filter((button) => button.textContent!.includes('Remove'));
    remove()[0]!.click();
    flushSync();
    expect(deeds).toEqual([]);
    remove().at(-1)!.click();
    expect(deeds).toEqual([{ type: 'remove', seat: other }]);
  });
});
