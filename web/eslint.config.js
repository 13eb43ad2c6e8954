import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const browser = [
  'document window location history navigator localStorage fetch WebSocket setTimeout clearTimeout',
  'setInterval clearInterval crypto console matchMedia requestAnimationFrame URL Blob self caches',
  'AudioContext performance',
]
  .join(' ')
  .split(' ');

export default ts.config(
  { ignores: ['node_modules/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: Object.fromEntries(browser.map((name) => [name, 'readonly'])) },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['scripts/**'],
    languageOptions: { globals: { process: 'readonly', Buffer: 'readonly' } },
  },
);
