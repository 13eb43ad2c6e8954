import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { splitByAudience, levelText, levelOrDefault } from '../src/ui/botLevels';
import * as fixtures from './fixtures';
import { t } from '../src/i18n';
import { settings } from '../src/lib/settings.svelte';
import { testTable } from './testTable';
import Invitation from '../src/features/result/Invitation.svelte';
import SeatLine from '../src/features/lobby/SeatLine.svelte';
import People from '../src/features/seat-menu/People.svelte';
import SeatActions from '../src/features/seat-menu/SeatActions.svelte';
import { seatNote } from '../src/features/table/seatNotes';
import Strip from '../src/features/table/Strip.svelte';

const levels = (...names: string[]) =>
  names.map((name, i) => ({
    name,
    strength: i + 1,
    forPlayers: name !== 'random',
    variants: ['classic'],
  }));

describe('levels of bots', () => {
  it('separates levels for players from the others, in the order of the server', () => {
    expect(splitByAudience(levels('random', 'beginner', 'oracle', 'master'))).toEqual({
      players: ['beginner', 'oracle', 'master'],
      study: ['random'],
    });
    expect(levelText('oracle')).toBe('oracle');
    expect(levelText('casual')).toBe('casual');
  });

  it('falls back on the default level', () => {
    const all = levels('random', 'heuristic', 'casual');
    expect(levelOrDefault(all, 'random')).toBe('random');
    expect(levelOrDefault(all, 'gone')).toBe('casual');
    expect(levelOrDefault(levels('random', 'heuristic', 'solo'), 'casual')).toBe('heuristic');
    expect(levelOrDefault([], 'casual')).toBe('casual');
  });
});

it('can play again alone, by a button that says so', async () => {
  const view = { ...fixtures.over(), agreed: [], seats: fixtures.over().seats.slice(0, 1) };
  const { context } = testTable(view);
  const shown = mount(Invitation, { target: document.body, props: { view, seat: 0 }, context });
  flushSync();
  expect(document.querySelector('button.primary')?.textContent.trim()).toBe('Play again');
  await unmount(shown);
});

describe('a player that is a program', () => {
  const view = fixtures.white();
  view.seats = view.seats.map((seat, i) => (i === 1 ? { ...seat, program: true } : seat));
  const seat = view.seats[1]!;
  const nothing = () => undefined;
  let shown: Record<string, unknown>;
  afterEach(() => unmount(shown));

  it('is marked among the people', () => {
    shown = mount(People, {
      target: document.body,
      context: testTable(view).context,
      props: { view, ondone: nothing },
    });
    flushSync();
    const notes = [...document.querySelectorAll('li p')];
    expect(notes.map((note) => note.textContent.includes(t('table.seat.program')))).toEqual(
      view.seats.map((each) => each === seat),
    );
    expect(notes[1]!.querySelector('svg')).not.toBeNull();
  });

  it('is marked at the table', () => {
    const strip = {
      seat,
      card: view.game.cards[1]!,
      layout: view.layout,
      count: 3,
      note: seatNote(view, 1),
      onclick: nothing,
    };
    shown = mount(Strip, { target: document.body, props: strip });
    flushSync();
    expect(document.querySelector('.note')!.textContent).toContain(t('table.seat.program'));
    expect(document.querySelector('.head svg')).not.toBeNull();
  });

  it('is marked where people gather', () => {
    const gathered = { ...fixtures.lobby(), seats: view.seats };
    shown = mount(SeatLine, {
      target: document.body,
      context: testTable(gathered).context,
      props: { view: gathered, index: 1, levels: [], able: [], onrename: nothing },
    });
    flushSync();
    expect(document.querySelector('.who .muted')!.textContent).toBe(t('table.seat.program'));
    expect(document.querySelector('li > [aria-hidden] svg')).not.toBeNull();
  });
});

describe('the menu of a seat', () => {
  let shown: Record<string, unknown> | null = null;
  let table: ReturnType<typeof testTable>;
  const deeds = () => table.transport.actions;

  const ondone = vi.fn();
  function show(seat: number, host: number | null) {
    const view = { ...fixtures.white(), host };
    table = testTable(view);
    shown = mount(SeatActions, {
      target: document.body,
      context: table.context,
      props: { view, seat, ondone },
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
    expect(deeds()).toEqual([{ type: 'rename', name: 'Zoë' }]);
  });

  it('keeps a name for the next table, and goes, once the server has taken it', async () => {
    const rename = () => buttons()[0]!.click();
    const input = () => document.querySelector('input')!;
    show(fixtures.white().you!.seat, null);
    input().value = 'Zoë';
    input().dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    rename();
    table.transport.answer('name-taken');
    await vi.waitUntil(() => document.querySelector('[role=alert]'));
    expect(document.querySelector('[role=alert]')!.textContent).toBe(
      t('common.refusal.name-taken'),
    );
    expect(settings.name).not.toBe('Zoë');
    expect(ondone).not.toHaveBeenCalled();
    rename();
    table.transport.answer();
    await vi.waitUntil(() => ondone.mock.calls.length);
    expect(settings.name).toBe('Zoë');
  });

  it('says why a name cannot be longer', () => {
    show(fixtures.white().you!.seat, null);
    const input = document.querySelector('input')!;
    const type = (name: string) => {
      input.value = name;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      flushSync();
      return document.querySelector('form [role=status]')!.textContent!.trim();
    };
    expect(type('Großtante Hildegard')).toBe('');
    expect(type('Großtante Hildegard von ')).toBe('A name has 24 characters at most.');
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
    expect(deeds()).toEqual([{ type: 'host', seat: other }]);
  });

  it('asks before a player is removed from a running game', () => {
    const { you, seats } = fixtures.white();
    const other = seats.findIndex(({ kind }, i) => kind === 'player' && i !== you!.seat);
    show(other, you!.seat);
    const remove = () => buttons().filter((button) => button.textContent!.includes('Remove'));
    remove()[0]!.click();
    flushSync();
    expect(deeds()).toEqual([]);
    remove().at(-1)!.click();
    expect(deeds()).toEqual([{ type: 'remove', seat: other }]);
  });
});

describe('agreement to a rematch', () => {
  it('has the name of the player, or says you', () => {
    const { you, ...table } = fixtures.over();
    const { seats } = table;
    const other = seats.findIndex(({ kind }, i) => kind === 'player' && i !== you.seat);
    const read = (agreed: number[]) => {
      const view = { ...table, agreed };
      const shown = mount(Invitation, {
        target: document.body,
        context: testTable(fixtures.over()).context,
        props: { view, seat: you.seat },
      });
      flushSync();
      const texts = [...document.querySelectorAll('li')].map((line) =>
        line.textContent!.replace(/\s+/g, ' ').trim(),
      );
      void unmount(shown);
      return texts;
    };
    expect(read([other])[you.seat]).toMatch(/You are still looking$/);
    const [own, theirs] = [you.seat, other].map((seat) => read([you.seat])[seat]);
    expect(own).toMatch(/You have agreed$/);
    expect(theirs).toMatch(/is still looking$/);
    expect(read([other])[other]).toMatch(/has agreed$/);
  });
});
