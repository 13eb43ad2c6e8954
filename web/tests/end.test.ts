import { type ComponentProps, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import * as fixtures from './fixtures';
import Onward from '../src/features/result/NextGame.svelte';
import { testTable } from './testTable';

let shown: Record<string, unknown> | null = null;
let transport: ReturnType<typeof testTable>['transport'];

function end(props: Partial<ComponentProps<typeof Onward>>) {
  const table = testTable(fixtures.over());
  ({ transport } = table);
  shown = mount(Onward, {
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

it('tells who watches how to play the next game', () => {
  end(watcher);
  expect(sheet()).toContain('You are watching. To play too, ask Lena to choose “Change players or');
});

it('lets who watches go on watching, and join a table that is being changed', async () => {
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

it('tells the host who watches, and how they get a seat', async () => {
  const view = { ...fixtures.over(), spectators: 2 };
  end({ view });
  expect(sheet()).toContain('2 people are watching.');
  button('Change players or game')!.click();
  expect(transport.actions).toEqual([{ type: 'reopen' }]);
  await unmount(shown!);
  end({ view: { ...view, host: 1 } });
  expect(sheet()).not.toContain('watching');
});
