/**
 * Everything that bends the window's kit (@nuxt/ui) to the strict content policy, in one place. Each
 * step names what it guards against; `test/renderer/window/window.test.ts` fails when an upgrade breaks it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import VueI18n from '@intlify/unplugin-vue-i18n/vite';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import type { Plugin, UserConfig } from 'vite';
import { kitTheme } from './kit-theme.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rendererRoot = fileURLToPath(new URL('../src-renderer', import.meta.url));

/**
 * The kit writes its colours into a `<style>` at run time, which the policy refuses; the same
 * variables ship in `src-renderer/styles/tokens.css`. Its head manager then has nothing to manage.
 * Whatever else would write a `<style>`, as the kit's drawer does, stops the build.
 */
function withoutRuntimeStyles(): Plugin {
  const emptied = /@nuxt\/ui\/dist\/runtime\/(?:plugins\/colors|vue\/plugins\/head)\.js(?:\?|$)/;
  return {
    name: 'culvert:without-runtime-styles',
    enforce: 'pre',
    load(id) {
      return emptied.test(id.replaceAll('\\', '/')) ? 'export default { install() {} };' : null;
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && /createElement\(["'`]style/.test(chunk.code)) {
          this.error(`${chunk.fileName} writes a <style> at run time: the policy refuses it.`);
        }
      }
    },
  };
}

/**
 * Icons come from the bundle alone: the variant of the icon component that cannot ask the network.
 * The kit also wants to know whether an icon is loaded; bundled ones always are.
 */
function offlineIcons(): Plugin {
  const id = '\0culvert:icons';
  return {
    name: 'culvert:offline-icons',
    enforce: 'pre',
    resolveId: (source) => (source === '@iconify/vue' ? id : null),
    load: (source) =>
      source === id
        ? `import { addIcon as add } from '@iconify/vue/offline';
           export { Icon } from '@iconify/vue/offline';
           export const addIcon = (name, data) => add(name.replace(':', '-'), data);
           export const iconLoaded = () => true;`
        : null,
  };
}

/** The plugins of the window, for its build and for the tests of its components. */
export function rendererPlugins() {
  return [
    withoutRuntimeStyles(),
    offlineIcons(),
    vue(),
    ui({
      root,
      // Components are imported by name: where a thing comes from is to be seen.
      autoImport: false,
      components: false,
      dts: false,
      colorMode: false,
      experimental: { componentDetection: true },
      // Names of icons stand in components, and in the lists that these draw.
      icon: { clientBundle: { scan: { globInclude: ['**/*.{vue,ts}'] } } },
      theme: { colors: ['primary', 'success', 'warning', 'error'], transitions: true },
      ui: kitTheme,
    }),
    VueI18n({
      include: [fileURLToPath(new URL('../src-renderer/locales/*.json', import.meta.url))],
      runtimeOnly: true,
      dropMessageCompiler: true,
      fullInstall: false,
      compositionOnly: true,
      strictMessage: true,
    }),
  ];
}

/** The window's build: small, minified, no file inlined as `data:`, no source maps shipped. */
export function rendererConfig(folder = 'out/renderer'): UserConfig {
  return {
    root: rendererRoot,
    base: './',
    plugins: rendererPlugins(),
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_I18N_LEGACY_API__: 'false',
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      outDir: join(root, folder),
      emptyOutDir: true,
      target: 'chrome142',
      assetsInlineLimit: 0,
      minify: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL('../src-renderer/index.html', import.meta.url)),
        output: {
          // A file of its own, so that it runs before every other: among them may be schemas.
          codeSplitting: { groups: [{ name: 'zod-without-eval', test: /zod-without-eval/ }] },
        },
      },
    },
  };
}
