import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import App from '../src/App.svelte';
import { setLanguage } from '../src/i18n';
import { go } from '../src/lib/router.svelte';
import { report } from '../src/net/reportError';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const down = { fetch: async () => new Response('', { status: 503 }) };

it.each([
  ['en', 'Something went wrong here.', 'Reload', 'Home'],
  ['de', 'Hier ist etwas schiefgegangen.', 'Neu laden', 'Startseite'],
  ['fr', 'Une erreur s’est produite ici.', 'Recharger', 'Accueil'],
  ['it', 'Qui qualcosa è andato storto.', 'Ricarica', 'Pagina iniziale'],
  ['pt', 'Aqui algo correu mal.', 'Recarregar', 'Página inicial'],
] as const)('says in %s that a view broke, and leads back', async (language, text, again, home) => {
  vi.stubGlobal('fetch', down.fetch);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await setLanguage(language);
  // Without sockets no table can be shown.
  vi.stubGlobal('WebSocket', undefined);
  go('/HKMPRT');
  const onerror = vi.fn();
  const shown = mount(App, { target: document.body, props: { onerror } });
  flushSync();
  expect(onerror.mock.calls[0]?.[0]).toBeInstanceOf(TypeError);
  expect(document.querySelector('[role=alert]')?.textContent).toContain(text);
  const button = document.querySelector('button.primary') as HTMLButtonElement | null;
  expect(button?.textContent.trim()).toBe(again);
  button?.click();
  expect(reload).toHaveBeenCalledOnce();
  const link = document.querySelector<HTMLAnchorElement>('a.button');
  expect([link?.textContent, link?.pathname]).toEqual([home, '/']);
  // Another view still works, such as the home page of a first visit.
  localStorage.clear();
  go('/');
  flushSync();
  expect(document.querySelector('[role=alert]')).toBeNull();
  expect(document.querySelector('h1')?.textContent).toContain('Qwixx');
  await unmount(shown);
  await setLanguage('en');
});

it('reports a few errors of a visit to the server, each of them once', async () => {
  const sent: { message: string; stack: string; page: string; browser: string }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    throw new TypeError('nobody is there');
  });
  const long = new RangeError('x'.repeat(999));
  long.stack = 'y'.repeat(9999);
  for (const error of [long, long, ...Array.from({ length: 9 }, (_, i) => new Error(`${i}`))]) {
    report(error);
  }
  expect(sent.map(({ message }) => message.slice(0, 12))).toEqual([
    'RangeError: ',
    'Error: 0',
    'Error: 1',
  ]);
  expect([sent[0]?.message.length, sent[0]?.stack.length]).toEqual([300, 2000]);
});
