import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** The layers of src/, from the ground up: a folder imports from those before it, and from itself. */
const LAYERS = [['lib'], ['i18n'], ['net', 'ui'], ['board'], ['features']];
/** The other features that each feature may import from. It may load any of them when asked to. */
const FEATURES = {
  daily: ['review', 'share'],
  device: ['real-dice', 'table'],
  evening: ['share'],
  hints: ['review'],
  history: ['daily'],
  home: ['daily', 'device', 'history', 'training'],
  lobby: ['evening', 'real-dice', 'tablet'],
  pad: ['evening', 'result', 'rules', 'table'],
  print: ['real-dice'],
  'real-dice': [],
  replay: [],
  result: ['daily', 'evening', 'replay', 'review', 'share'],
  review: ['replay'],
  rules: [],
  'seat-menu': ['settings', 'tablet'],
  settings: ['daily'],
  share: [],
  table: ['evening', 'hints', 'review'],
  tablet: ['real-dice', 'table'],
  training: ['review'],
};

const forbid = (folder, names, message) => ({
  files: [`src/${folder}/**`],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: `^(\\.\\./)+(${names.join('|')})/`, message }] },
    ],
  },
});
const layerRules = LAYERS.flatMap((layer, i) =>
  layer.map((folder) => {
    const above = [...LAYERS.slice(i + 1).flat(), ...layer.filter((other) => other !== folder)];
    return forbid(folder, above.length ? above : ['(?!)'], `${folder}/ is below that folder`);
  }),
);
const featureRules = Object.entries(FEATURES).map(([feature, others]) =>
  forbid(
    `features/${feature}`,
    Object.keys(FEATURES).filter((other) => other !== feature && !others.includes(other)),
    `features/${feature} may not import from that feature: see FEATURES in eslint.config.js`,
  ),
);

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
  // Code asks whether a value is missing; it does not assert that it is there.
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
          message: 'a module awaits nothing: who loads it waits for its texts, with withTexts()',
        },
      ],
    },
  },
  // The page may live anywhere on its host: see lib/base.ts.
  {
    files: ['src/**/*.svelte'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "SvelteAttribute[key.name='href'] > SvelteLiteral[value=/^[/]/]",
          message: "href={withBase('/…')}, with withBase from lib/base",
        },
      ],
    },
  },
  // Arithmetic on lists of known length.
  {
    files: ['src/ui/icons/**', 'src/lib/fair/**', 'src/lib/qr.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  ...layerRules,
  ...featureRules,
);
