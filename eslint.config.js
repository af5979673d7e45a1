import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier/flat';
import regexp from 'eslint-plugin-regexp';
import vue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';
import { layerPlugin } from './build/lint/layer-rules.js';

const source = ['src-*/**/*.{ts,vue}'];

export default defineConfig(
  globalIgnores(['node_modules/', 'out/', 'dist/', 'coverage/', '.culvert/']),
  { files: ['**/*.{js,ts,vue}'], linterOptions: { noInlineConfig: true } },
  { files: ['**/*.{js,ts,vue}'], extends: [tseslint.configs.base] },
  { files: ['**/*.vue'], extends: [vue.configs['flat/recommended']] },
  {
    files: ['**/*.{js,ts,vue}'],
    plugins: { project: layerPlugin },
    rules: {
      'project/layer-imports': 'error',
      'project/no-cycle': 'error',
      'project/no-re-export': 'error',
      'project/stable-watch-source': 'error',
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      // Pages have names of one word.
      'vue/multi-word-component-names': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['**/*.config.ts'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    },
  },
  {
    files: source,
    plugins: { regexp },
    rules: {
      'no-console': 'error',
      // What the service or another program writes must not keep a pattern busy.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false }],
    },
  },
  {
    files: [...source, 'build/**/*.{js,ts}'],
    rules: {
      'max-lines-per-function': ['error', { max: 75, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // One place says what key a shortcut goes by and that an input method comes first, and one what
    // time it is.
    files: ['src-renderer/**/*.{ts,vue}', 'src-main/core/**/*.ts'],
    ignores: ['src-renderer/lib/{keys,shortcut-keys}.ts', 'src-renderer/lib/stores/clock.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=event][property.name=/^(code|isComposing)$/]',
          message: 'Use shortcutKey of lib/keys.ts.',
        },
        {
          selector:
            'BinaryExpression[right.value=/^[^ ]$/]:matches([left.name=key], [left.property.name=key])',
          message: 'Use shortcutKey of lib/keys.ts.',
        },
        {
          selector: 'MemberExpression[object.name=Date][property.name=now]',
          message: 'Use the clock that follows the service.',
        },
        {
          selector: 'MemberExpression[property.name=writeSecret][object.name!=clipboard]',
          message: 'Copy through createClipboardGuard, which clears.',
        },
      ],
    },
  },
  {
    files: ['src-main/electron/**/*.ts'],
    ignores: ['src-main/electron/window/window.ts', 'src-main/electron/quick/quick-window.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'NewExpression:matches([callee.name=BrowserWindow], [callee.property.name=BrowserWindow])',
          message: 'A lock destroys the windows of window.ts and quick-window.ts.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.object.name=fc][callee.property.name=assert][arguments.length=1]',
          message: 'Draw as drawn() of test/simulator/deep.ts says.',
        },
      ],
    },
  },
  prettier,
);
