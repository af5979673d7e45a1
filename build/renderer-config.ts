import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import VueI18n from '@intlify/unplugin-vue-i18n/vite';
import tailwindcss from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import Icons from 'unplugin-icons/vite';
import Markdown from 'unplugin-vue-markdown/vite';
import { build, type Plugin, type PluginOption, type UserConfig } from 'vite';

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
 * The builds of the two windows, small, minified, no file inlined as `data:`, no source maps shipped.
 * The quick copy window's page is a build of its own: what two entries of one build share would be a
 * file apart, and neither page would be read in one piece.
 *
 * @param folder where the build goes, from the project's root
 * @param plugins further plugins of both builds
 */
export function rendererConfig(
  folder = 'out/renderer',
  plugins: () => PluginOption = () => [],
): UserConfig {
  // The command line may name another folder than `folder`.
  let outDir = '';
  const quick: Plugin = {
    name: 'culvert:quick-copy-page',
    apply: 'build',
    configResolved(config) {
      ({ outDir } = config.build);
    },
    async closeBundle() {
      const config = pageConfig(folder, 'quick.html', plugins());
      await build({
        ...config,
        configFile: false,
        logLevel: 'error',
        build: { ...config.build, outDir, emptyOutDir: false },
      });
    },
  };
  return pageConfig(folder, 'index.html', [plugins(), quick]);
}

/**
 * Fails on an import of our own that leads nowhere. The bundler would take it for a package that the
 * browser finds, and the page would stay empty.
 */
const unresolvedImports: Plugin = {
  name: 'culvert:unresolved-imports',
  enforce: 'post',
  resolveId(source, importer) {
    if (source.startsWith('#'))
      this.error(`${importer ?? ''} imports ${source}, which is not there`);
  },
};

function pageConfig(folder: string, page: string, plugins: PluginOption): UserConfig {
  return {
    root: rendererRoot,
    base: './',
    plugins: [rendererPlugins(), plugins, unresolvedImports],
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
        input: join(rendererRoot, page),
        // One file in the order of the imports: zod must find its configuration when it is loaded
        // (src-renderer/lib/zod-without-eval.ts). What several pages share is a second one: each of
        // them would else be read in dozens of pieces.
        output: {
          codeSplitting: {
            groups: [
              { name: 'initial', tags: ['$initial'] },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
  };
}
