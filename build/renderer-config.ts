import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import VueI18n from '@intlify/unplugin-vue-i18n/vite';
import tailwindcss from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import Icons from 'unplugin-icons/vite';
import Markdown from 'unplugin-vue-markdown/vite';
import type { UserConfig } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const rendererRoot = fileURLToPath(new URL('../src-renderer', import.meta.url));

/** The plugins of the window, for its build and for the tests of its components. */
export function rendererPlugins() {
  return [
    vue({ include: [/\.vue$/, /\.md$/] }),
    // The guide of docs/ is a page of the window.
    Markdown({ headEnabled: false }),
    tailwindcss(),
    Icons({
      compiler: 'vue3',
      scale: 1,
      // What an icon shows is always said in words as well.
      iconCustomizer: (_collection, _icon, props) => {
        props['aria-hidden'] = 'true';
      },
    }),
    // Messages are compiled here, because the content policy forbids to evaluate code in the window.
    VueI18n({
      include: [join(rendererRoot, 'locales/*.json')],
      runtimeOnly: true,
      dropMessageCompiler: true,
      fullInstall: false,
      strictMessage: true,
    }),
  ];
}

/**
 * The window's build: small, minified, no file inlined as `data:`, no source maps shipped.
 *
 * @param folder where the build goes, from the project's root
 */
export function rendererConfig(folder = 'out/renderer'): UserConfig {
  return {
    root: rendererRoot,
    base: './',
    plugins: rendererPlugins(),
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      outDir: join(root, folder),
      emptyOutDir: true,
      target: 'chrome142',
      assetsInlineLimit: 0,
      minify: true,
      sourcemap: false,
      // The window's files are on the local disk: preloading them gains nothing.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: join(rendererRoot, 'index.html'),
        // One file in the order of the imports: zod must find its configuration when it is loaded
        // (src-renderer/zod-without-eval.ts).
        output: { codeSplitting: { groups: [{ name: 'initial', tags: ['$initial'] }] } },
      },
    },
  };
}
