import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY_SCHEME } from '../src/lib/fair/seal';
import { at } from '../src/lib/itemAt';
import { save, settings } from '../src/lib/settings.svelte';
import { connect } from '../src/features/table/joinTable';
import { asksWhoPlayed } from '../src/features/result/whoPlayed';
import WhoPlayed from '../src/features/result/WhoPlayed.svelte';
import type { OverView } from '../src/protocol';
import * as fixtures from './fixtures';
import { TestTransport, testTable } from './testTable';

/** Lena's game has ended, against bots or against people. */
function ended(against: 'bot' | 'player' = 'bot'): OverView {
  const view = fixtures.over();
  return { ...view, seats: view.seats.map((seat, i) => (i ? { ...seat, kind: against } : seat)) };
}

function sheet() {
  const view = ended();
  at(view.seats, 0).name = 'Guest';
  const { context, transport } = testTable(view);
  const shown = mount(WhoPlayed, {
    target: document.body,
    context,
    props: { onclose: () => undefined },
  });
  flushSync();
  const press = (text: string) => {
    flushSync();
    [...document.querySelectorAll('button')]
      .find((each) => each.textContent.includes(text))!
      .click();
  };
  return { transport, press, end: () => unmount(shown) };
}

beforeEach(() => {
  localStorage.clear();
  save({ name: '', portrait: '' });
});

it('asks a player without a name after a game against bots', () => {
  expect(asksWhoPlayed(ended())).toBe(true);
  expect(asksWhoPlayed(ended('player'))).toBe(false);
  expect(asksWhoPlayed({ ...ended(), you: null })).toBe(false);
  const { fair } = ended();
  expect(asksWhoPlayed({ ...ended(), fair: fair && { ...fair, scheme: DAY_SCHEME } })).toBe(false);
  save({ name: 'Lena' });
  expect(asksWhoPlayed(ended())).toBe(false);
});

it('never asks again after "Not now"', async () => {
  const { press, transport, end } = sheet();
  press('Not now');
  expect(asksWhoPlayed(ended())).toBe(false);
  expect(transport.actions).toEqual([]);
  await end();
});

it('gives the name and the portrait to the seat, and keeps them', async () => {
  const { press, transport, end } = sheet();
  const field = document.querySelector<HTMLInputElement>('input.field')!;
  field.value = ' Lena ';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector<HTMLInputElement>('input[value=leaf]')!.click();
  press('Save as Lena');
  expect(transport.actions).toEqual([{ type: 'rename', name: 'Lena' }]);
  transport.answer('name-taken');
  await vi.waitFor(() => expect(document.body.textContent).toContain('has that name already'));
  expect(asksWhoPlayed(ended())).toBe(true);
  press('Save as Lena');
  transport.answer();
  const portrait = { type: 'portrait', portrait: 'leaf' };
  await vi.waitFor(() => expect(transport.actions.at(-1)).toEqual(portrait));
  expect(settings).toMatchObject({ name: 'Lena', portrait: 'leaf' });
  save({ name: '' });
  expect(asksWhoPlayed(ended())).toBe(false);
  await end();
});

it('brings the portrait to the next table', () => {
  save({ portrait: 'star' });
  const transport = new TestTransport();
  connect(transport, { code: 'HKMPRT', secret: 'a'.repeat(32), luck: '', at: 0 });
  transport.receive(ended());
  expect(transport.actions).toContainEqual({ type: 'portrait', portrait: 'star' });
});
