import { flushSync, mount, unmount } from 'svelte';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import PlayerChanges from '../src/features/table/PlayerChanges.svelte';
import { changesOf } from '../src/features/table/playerChanges';
import * as fixtures from './fixtures';
import type { Seat, View } from '../src/protocol';
import { testTable } from './testTable';

// Lena plays on this page, with Mara, Jonas and the bot Pip.
const view = fixtures.white();
const [lena, mara, jonas, pip] = view.seats as [Seat, Seat, Seat, Seat];
const free: Seat = { name: '', kind: 'free', bot: null, presence: 'here' };
const table = (seats: Seat[], host: number | null = 0): View => ({ ...view, seats, host });
const asks = [{ ask: 9, name: 'Ilse', granted: false }];
const said = (before: View, now: View) =>
  changesOf(before, now).map(({ key, name }) => `${key.slice('extras.change.'.length)} ${name}`);

describe('the list of changes', () => {
  it.each<[string, View, View, string[]]>([
    ['nothing', view, view, []],
    [
      'a player leaves a game',
      view,
      table([lena, { ...mara, kind: 'bot', bot: 'casual' }, jonas, pip]),
      ['leftBot Mara'],
    ],
    ['a player leaves a lobby', view, table([lena, free, jonas, pip]), ['left Mara']],
    ['a player sits down', table([lena, free, jonas, pip]), view, ['sat Mara']],
    [
      'a bot plays for somebody away',
      view,
      table([lena, { ...mara, bot: 'casual' }, jonas, pip]),
      ['bot Mara'],
    ],
    [
      'who was away is back',
      table([lena, { ...mara, bot: 'casual' }, jonas, pip]),
      view,
      ['back Mara'],
    ],
    ['a name is changed', view, table([lena, { ...mara, name: 'Mia' }, jonas, pip]), []],
    ['free seats are dropped', table([lena, free, mara, jonas, pip]), view, []],
    ['two change places', view, table([lena, jonas, mara, pip]), []],
    ['a bot sits down', table([lena, mara, jonas, free]), view, []],
    [
      'the host leaves, and you are next',
      table(view.seats, 1),
      table([lena, { ...mara, kind: 'bot', bot: 'casual' }, jonas, pip], 0),
      ['leftBot Mara', 'youHost Lena'],
    ],
    ['another one is host', view, table(view.seats, 2), ['host Jonas']],
    ['a spectator asks the host', { ...view, host: 0 }, { ...view, host: 0, asks }, ['wish Ilse']],
    ['a spectator asks another host', table(view.seats, 1), { ...table(view.seats, 1), asks }, []],
    ['a request is answered', { ...view, host: 0, asks }, { ...view, host: 0 }, []],
    [
      'the host keeps the table when a free seat before is dropped',
      table([lena, free, mara, jonas, pip], 2),
      table(view.seats, 1),
      [],
    ],
  ])('%s', (_, before, now, expected) => {
    expect(said(before, now)).toEqual(expected);
  });

  it('does not mention your own actions', () => {
    const gone = table([{ ...lena, kind: 'bot', bot: 'casual' }, mara, jonas, pip], 1);
    expect(said(view, { ...gone, you: null } as View)).toEqual(['host Mara']);
    expect(said(table([free, mara, jonas, pip], 1), table(view.seats, 1))).toEqual([]);
  });
});

describe('the note', () => {
  beforeAll(() => vi.useFakeTimers());
  afterAll(() => vi.useRealTimers());

  it('is shown for a moment, and the next one after it', async () => {
    const { transport, context } = testTable(view);
    const shown = mount(PlayerChanges, { target: document.body, context });
    const note = () => document.querySelector('[role=status]')!.textContent!.trim();
    await vi.dynamicImportSettled();
    flushSync();
    const left = table([lena, { ...mara, kind: 'bot', bot: 'casual' }, jonas, pip]);
    transport.receive(left);
    flushSync();
    expect(note()).toBe('Mara left, a bot plays on.');
    transport.receive(table(left.seats, 2));
    flushSync();
    expect(note()).toBe('Mara left, a bot plays on.');
    for (const next of ['Jonas is the host now.', '']) {
      vi.runOnlyPendingTimers();
      flushSync();
      expect(note()).toBe(next);
    }
    await unmount(shown);
  });
});
