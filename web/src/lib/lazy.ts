/*
 * Loads parts of the page when they are needed, and handles failures.
 *
 * The build replaces every `import()` by `fetchThenImport`. Some browsers remember a failed import
 * as long as the page is open, and would never find a server that is back.
 */

import { reloadForUpdate } from './reload';

const fetched: Partial<Record<string, Promise<unknown>>> = {};

/** Imports a part once all its files are here, so that only fetching them can fail. */
export async function fetchThenImport<Part>(
  load: () => Promise<Part>,
  files: string[],
  from: string,
): Promise<Part> {
  await Promise.all(
    files.map((file) => {
      const { href } = new URL(file, from);
      return (fetched[href] ??= (href.endsWith('.css') ? style : script)(href).catch((error) => {
        delete fetched[href];
        throw error;
      }));
    }),
  );
  return load();
}

/** Fetches a file of this page. */
export async function fetchFile(href: string): Promise<Response> {
  const answer = await fetch(href);
  // After an update without a service worker, parts of this page may be gone from the server.
  if (answer.status === 404) reloadForUpdate();
  if (!answer.ok) throw new Error(href);
  return answer;
}

/** The browser keeps a script that was read to its end, and the import does not ask for it again. */
const script = async (href: string) => (await fetchFile(href)).arrayBuffer();

async function style(href: string): Promise<void> {
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = await new Promise((done) => {
    link.onload = () => done(true);
    link.onerror = () => done(false);
    document.head.append(link);
  });
  if (loaded) return;
  link.remove();
  throw new Error(href);
}

/** Loads something, every 3 seconds until that succeeds. */
export async function retryForever<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, 3000));
    }
  }
}
