/*
 * The modules of a first visit, which leads into a game: everything that the page imports without
 * `import()`. They are one file, which packs better than a dozen small ones.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Read by size.js, which compares it with firstVisit.json. */
const BUILT = join(WEB, 'node_modules/.vite/first-visit.json');

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Finds all modules that `entry` imports, and those that they import, without any `import()`. */
function reachedFrom(entry: string, graph: ModuleGraph): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  }
  return reached;
}

let firstVisit: Set<string> | undefined;
export const isOfFirstVisit = (id: string, graph: ModuleGraph): boolean =>
  (firstVisit ??= reachedFrom(join(WEB, 'index.html'), graph)).has(id);

/** Writes down which modules came into the file of a first visit, and how long each of them is. */
export function listFirstVisit(): Plugin {
  return {
    name: 'list-first-visit',
    writeBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry?.type !== 'chunk') return;
      const sizes: Record<string, number> = {};
      for (const [id, { renderedLength }] of Object.entries(entry.modules).sort()) {
        // A library counts as one.
        const name = relative(WEB, id).replace(/^node_modules\/([^/]+)\/.*/, '$1');
        if (renderedLength && !name.includes('\0')) {
          sizes[name] = (sizes[name] ?? 0) + renderedLength;
        }
      }
      mkdirSync(dirname(BUILT), { recursive: true });
      writeFileSync(BUILT, `${JSON.stringify(sizes, null, 2)}\n`);
    },
  };
}
