import { type ComponentProps, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import * as fixtures from './fixtures';
import NextGame from '../src/features/result/NextGame.svelte';
import { testTable } from './testTable';

let shown: Record<string, unknown> | null = null;
let transport: ReturnType<typeof testTable>['transport'];

function end(props: Partial<ComponentProps<typeof NextGame>>) {
  const table = testTable(fixtures.over());
  ({ transport } = table);
  shown = mount(NextGame, {
    target: document.body,
    context: table.context,
    props: {
      view: fixtures.over(),
      acting: true,
      onmove: null,
      next: 'over',
      watching: false,
      ...props,
    },
  });
  flushSync();
}
const sheet = () => document.body.textContent!.replace(/\s+/g, ' ').trim();
const button = (text: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent!.includes(text));

afterEach(async () => {
  if (shown) await unmount(shown);
  shown = null;
});

const watcher = { view: { ...fixtures.over(), you: null }, watching: true };
const onmove = () => undefined;

it('lets a spectator ask for a seat', async () => {
  sessionStorage.clear();
  end(watcher);
  document.querySelector('input')!.value = 'Ilse';
  document.querySelector('input')!.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  button('Ask for a seat')!.click();
  expect(transport.actions).toEqual([{ type: 'ask-seat', name: 'Ilse' }]);
  await unmount(shown!);
  sessionStorage.setItem('qwixx.ask.HKMPRT', '41');
  const asking = (granted: boolean) => ({
    ...watcher,
    view: { ...watcher.view, asks: [{ ask: 41, name: 'Ilse', granted }] },
  });
  end(asking(false));
  expect(sheet()).toContain('You have asked for a seat. Lena decides.');
  button('Withdraw the request')!.click();
  expect(transport.actions).toEqual([{ type: 'stop-asking' }]);
  await unmount(shown!);
  end(asking(true));
  expect(sheet()).toContain('You have a seat in the next game.');
  sessionStorage.clear();
});

it('lets the host admit a spectator with one tap', async () => {
  const view = { ...fixtures.over(), asks: [{ ask: 41, name: 'Oma Ilse', granted: false }] };
  end({ view });
  expect(sheet()).toContain('Oma Ilse would like to play the next game');
  button('Let in')!.click();
  button('Not now')!.click();
  expect(transport.actions).toEqual([
    { type: 'answer-ask', ask: 41, agree: true },
    { type: 'answer-ask', ask: 41, agree: false },
  ]);
  await unmount(shown!);
  end({ view: { ...view, host: 1 } });
  expect(sheet()).not.toContain('would like');
});

it('lets a spectator watch the next game or join a changed table', async () => {
  end({ ...watcher, acting: false, onmove, next: 'playing' });
  expect(sheet()).toBe('The next game has begun. Home Watch');
  await unmount(shown!);
  end({ ...watcher, acting: false, onmove, next: 'lobby' });
  expect(sheet()).toContain('Join in');
  await unmount(shown!);
  // A player for whom a bot plays meanwhile.
  end({ acting: false, onmove, next: 'playing' });
  expect(sheet()).toBe('The next game has begun. Home Join in');
});

it('shows the host the spectators, and how they get a seat', async () => {
  const view = { ...fixtures.over(), spectators: 2 };
  end({ view });
  expect(sheet()).toContain('2 people are watching.');
  button('Change players or game')!.click();
  expect(transport.actions).toEqual([{ type: 'reopen' }]);
  await unmount(shown!);
  end({ view: { ...view, host: 1 } });
  expect(sheet()).not.toContain('watching');
});

it('gives another game against faster bots with one tap', async () => {
  const over = fixtures.over();
  const seats = over.seats.map((seat, i) =>
    i === over.you.seat ? seat : { ...seat, kind: 'bot' as const, bot: 'casual' as const },
  );
  end({ view: { ...over, seats, host: over.you.seat } });
  button('Rematch, faster bots')!.click();
  transport.answer();
  await vi.waitFor(() => expect(transport.actions.at(-1)).toEqual({ type: 'rematch' }));
  expect(transport.actions).toHaveLength(2);
  expect(transport.actions[0]).toMatchObject({ preferences: { pace: 'quick' } });
});
