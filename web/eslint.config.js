import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  // The type checker knows better which names exist.
  { rules: { 'no-undef': 'off' } },
  // What may be missing is asked about, not asserted.
  { files: ['src/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'error' } },
  // In WebKit, others may get a module that awaits something half made.
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > :matches(ExpressionStatement, VariableDeclaration) AwaitExpression:not(:function AwaitExpression)',
          message: 'a module awaits nothing: needs() of basics/later says what it needs',
        },
      ],
    },
  },
  // The page may live anywhere on its host: see state/root.ts.
  {
    files: ['src/**/*.svelte'],
    ignores: ['src/gallery/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteAttribute[key.name='href'] > SvelteLiteral[value=/^[/]/]",
          message: "href={rooted('/…')}, with rooted from state/root",
        },
      ],
    },
  },
  // Arithmetic on lists of known length.
  {
    files: ['src/{art,fair,qr}/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
