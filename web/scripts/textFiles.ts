/*
 * The files with texts that a browser fetches: in each language one for a first visit, and one for
 * every other part. All names carry the same version: hashes of their own would be a kilobyte of a
 * first visit.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { FIRST_PARTS, type Part } from '../src/i18n/keys.ts';

const TEXTS = fileURLToPath(new URL('../src/i18n/', import.meta.url));
const LANGUAGES = readdirSync(TEXTS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const PARTS = readdirSync(`${TEXTS}/en`).map((file) => file.replace('.json', '') as Part);
const FILES = ['first', ...PARTS.filter((part) => !FIRST_PARTS.includes(part))];

function contentOf(language: string, file: string): string {
  const parts = file === 'first' ? FIRST_PARTS : [file];
  const texts = parts.map((part) => readFileSync(`${TEXTS}/${language}/${part}.json`, 'utf8'));
  return JSON.stringify(Object.assign({}, ...texts.map((text) => JSON.parse(text) as object)));
}

const contents = LANGUAGES.flatMap((language) =>
  FILES.map((file) => ({ name: `${language}-${file}`, source: contentOf(language, file) })),
);
export const TEXTS_VERSION = createHash('sha256')
  .update(JSON.stringify(contents))
  .digest('hex')
  .slice(0, 7);

export function textFiles(): Plugin {
  return {
    name: 'text-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, language, file] = /\/texts-\w+-(\w+)-(\w+)\.json/.exec(request.url ?? '') ?? [];
        if (!language || !file) return next();
        response.setHeader('content-type', 'application/json');
        response.end(contentOf(language, file));
      });
    },
    generateBundle() {
      for (const { name, source } of contents) {
        const fileName = `assets/texts-${TEXTS_VERSION}-${name}.json`;
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
