import { defineConfig, globalIgnores } from 'eslint/config';
import prettier from 'eslint-config-prettier/flat';
import vue from 'eslint-plugin-vue';
import tseslint from 'typescript-eslint';
import layerPlugin from './build/lint/layer-rules.js';

/** The rules of components. All other files, and the language of components, are read by oxlint. */
export default defineConfig(
  globalIgnores(['node_modules/', 'out/', 'dist/', 'coverage/', '.culvert/']),
  {
    files: ['**/*.vue'],
    extends: [vue.configs['flat/recommended']],
    linterOptions: { noInlineConfig: true },
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    plugins: { project: layerPlugin },
    rules: {
      'project/layer-imports': 'error',
      'project/no-cycle': 'error',
      'project/no-re-export': 'error',
      'project/stable-watch-source': 'error',
      'project/restricted-syntax': 'error',
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      // Pages have names of one word.
      'vue/multi-word-component-names': 'off',
    },
  },
  prettier,
);
