import { beforeAll, vi } from 'vitest';
import { needTexts, setLanguage } from '../src/i18n';
import type { Part, Texts } from '../src/i18n/keys';

const files = import.meta.glob<Texts>('../src/i18n/*/*.json', { import: 'default' });
const PARTS = Object.keys(files).flatMap((path) => path.match(/\/en\/(\w+)/)?.[1] ?? []);

// There is no server to fetch texts from.
vi.mock('../src/i18n/loadTexts', () => ({
  fileOf: (part: Part) => part,
  loadTexts: (language: string, part: Part) => files[`../src/i18n/${language}/${part}.json`]?.(),
}));

// There is no server for other requests either, so those of a view fail.
globalThis.fetch = () => Promise.reject(new TypeError('no server in these tests'));

// A busy machine may need longer than a second for milliseconds of work.
const PATIENCE = 20_000;
const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options = PATIENCE) => waitFor(callback, options);
vi.waitUntil = (callback, options = PATIENCE) => waitUntil(callback, options);

// Every text a test looks at is English unless it says otherwise.
beforeAll(async () => {
  await setLanguage('en');
  await needTexts(...(PARTS as Part[]));
});
