/*
 * Parts of the page that are loaded when they are asked for, and what to do where that fails.
 *
 * The build has every `import()` done by `fetchThenImport`: some browsers remember an import that
 * failed for as long as the page is open, and would never find a server that is back.
 */

import { loadAnew } from './reload';

const brought: Partial<Record<string, Promise<unknown>>> = {};

/** Imports a part once all its files are here, so that only fetching them can fail. */
export async function fetchThenImport<Part>(
  load: () => Promise<Part>,
  files: string[],
  from: string,
): Promise<Part> {
  await Promise.all(
    files.map((file) => {
      const { href } = new URL(file, from);
      return (brought[href] ??= (href.endsWith('.css') ? style : script)(href).catch((error) => {
        delete brought[href];
        throw error;
      }));
    }),
  );
  return load();
}

async function script(href: string): Promise<void> {
  const answer = await fetch(href);
  // After an update without a service worker, parts of this page may be gone from the server.
  if (answer.status === 404) loadAnew();
  if (!answer.ok) throw new Error(href);
  // To its end: then the browser keeps it, and it is not sent twice.
  await answer.arrayBuffer();
}

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

const needed: Promise<unknown>[] = [];

/** Called by a module that cannot be used before `what` is there. */
export function needs(what: Promise<unknown>): void {
  needed.push(what);
}

/**
 * Loads a part with all that its modules need. They do not wait for it themselves: a module that
 * awaits something while others import it reaches them half made in WebKit.
 */
export async function whole<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = await load();
  await Promise.all(needed);
  return part;
}

/** Loads a part with all that it needs, however often that fails: nobody has asked for it by hand. */
export const insist = <Part>(load: () => Promise<Part>): Promise<Part> =>
  persist(() => whole(load));

/** Tries until it succeeds. */
export async function persist<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, 3000));
    }
  }
}
