import { createRawSnippet, flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchThenImport, retryForever } from '../src/lib/lazy';
import Lazy from '../src/ui/Lazy.svelte';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

it('imports nothing before all its files are here, and fetches what is missing again', async () => {
  let asked: string[] = [];
  let down = 'deep.js';
  vi.stubGlobal('fetch', async (href: string) => {
    const file = href.split('/').at(-1) ?? '';
    asked.push(file);
    if (file === down) throw new TypeError('nobody is there');
    return new Response('export {};');
  });
  const load = vi.fn(async () => 'the part');
  const bring = () => fetchThenImport(load, ['./part.js', './deep.js'], 'http://qwixx/assets/');
  await expect(bring()).rejects.toThrow('nobody is there');
  expect(load).not.toHaveBeenCalled();
  [asked, down] = [[], ''];
  expect(await bring()).toBe('the part');
  expect(asked).toEqual(['deep.js']);
});

it('does not use an error page as a part', async () => {
  vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
  const load = vi.fn(async () => 'the part');
  await expect(fetchThenImport(load, ['./other.js'], 'http://qwixx/')).rejects.toThrow('other.js');
  expect(load).not.toHaveBeenCalled();
});

it('reloads the page once if a part is gone from the server', async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const load = vi.fn(async () => 'the part');
  for (const [status, minutes, times] of [
    [503, 0, 0],
    [404, 0, 1],
    // Servers of two versions answer in turn: now it says that the part could not be loaded.
    [404, 0, 1],
    // The next update, and servers of two versions that answer in turn for an hour.
    [404, 2, 2],
    [404, 2, 2],
    [404, 2, 3],
    [404, 10, 3],
    [404, 10, 4],
    [404, 30, 4],
  ] as const) {
    vi.advanceTimersByTime(minutes * 60_000);
    vi.stubGlobal('fetch', async () => new Response('', { status }));
    await expect(fetchThenImport(load, ['./gone.js'], 'http://qwixx/')).rejects.toThrow('gone.js');
    expect(reload).toHaveBeenCalledTimes(times);
  }
  expect(load).not.toHaveBeenCalled();
});

it('says that a part could not be loaded, and loads it when asked again', async () => {
  let down = true;
  const load = async () => {
    if (down) throw new TypeError('nobody is there');
    return 'the rules';
  };
  const children = createRawSnippet<[string]>((part) => ({ render: () => `<p>${part()}</p>` }));
  const shown = mount(Lazy, { target: document.body, props: { load, children } as never });
  const again = () => document.querySelector('button');
  await vi.waitFor(() => expect(again()?.textContent.trim()).toBe('Try again'));
  expect(document.querySelector('[role=alert]')?.textContent).toBe('This could not be loaded.');
  down = false;
  again()?.click();
  flushSync();
  await vi.waitFor(() => expect(document.body.textContent).toContain('the rules'));
  expect(again()).toBeNull();
  await unmount(shown);
});

it('goes on trying for parts that load by themselves', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => 'the clock').mockRejectedValueOnce(new TypeError('nobody'));
  const found = retryForever(load);
  await tick();
  await vi.runAllTimersAsync();
  expect(await found).toBe('the clock');
  expect(load).toHaveBeenCalledTimes(2);
});
