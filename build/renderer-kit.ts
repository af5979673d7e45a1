/**
 * Everything that bends the window's kit (@nuxt/ui) to the strict content policy, in one place. Each
 * step names what it guards against; `test/renderer/window/window.test.ts` fails when an upgrade breaks it.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import VueI18n from '@intlify/unplugin-vue-i18n/vite';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import Icons from 'unplugin-icons/vite';
import type { Plugin, UserConfig } from 'vite';
import { classGroups } from './kit-classes.ts';
import { bundledIcons } from './kit-icons.ts';
import { kitTheme } from './kit-theme.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rendererRoot = fileURLToPath(new URL('../src-renderer', import.meta.url));

/**
 * Nothing may write a `<style>` at run time, which the policy refuses: what would, as the kit's drawer
 * does, stops the build. The kit's plugin would write its colours so; the window does without it, and
 * the same variables ship in `src-renderer/styles/tokens.css`.
 */
function withoutRuntimeStyles(): Plugin {
  return {
    name: 'culvert:without-runtime-styles',
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
 * Parts of the kit that the window has lighter: its buttons and fields bring a person's picture along,
 * which none here shows at first, and its links a way to compare any two things.
 */
function lighterParts(): Plugin {
  const kit = /\/@nuxt\/ui\/dist\/runtime\//;
  const own = (name: string) =>
    fileURLToPath(new URL(`../src-renderer/kit/${name}`, import.meta.url));
  const lighter = new Map([
    ['./Avatar.vue', own('LazyAvatar.vue')],
    ['ohash/utils', own('equal.ts')],
    ['tailwind-variants', own('variants.ts')],
  ]);
  return {
    name: 'culvert:lighter-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !kit.test(importer.replaceAll('\\', '/'))) return null;
      return lighter.get(source) ?? null;
    },
  };
}

/** The plugins of the window, for its build and for the tests of its components. */
export function rendererPlugins() {
  return [
    withoutRuntimeStyles(),
    lighterParts(),
    classGroups(),
    vue(),
    Icons({
      compiler: 'vue3',
      scale: 1,
      // What an icon shows is always said in words as well.
      iconCustomizer: (_collection, _icon, props) => {
        props['aria-hidden'] = 'true';
      },
    }),
    bundledIcons(),
    ui({
      root,
      // Components are imported by name: where a thing comes from is to be seen.
      autoImport: false,
      components: false,
      dts: false,
      colorMode: false,
      experimental: { componentDetection: true },
      // Each icon comes with the code that draws it.
      icon: { clientBundle: false },
      theme: { colors: ['primary', 'error'], transitions: true },
      ui: kitTheme,
    }),
    VueI18n({
      include: [fileURLToPath(new URL('../src-renderer/locales/*.json', import.meta.url))],
      runtimeOnly: true,
      dropMessageCompiler: true,
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
      __INTLIFY_PROD_DEVTOOLS__: 'false',
    },
    build: {
      outDir: join(root, folder),
      emptyOutDir: true,
      target: 'chrome142',
      assetsInlineLimit: 0,
      minify: true,
      sourcemap: false,
      // From the program's own files there is nothing to be gained by asking for one earlier.
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('../src-renderer/index.html', import.meta.url)),
        // What is shown first is one file: each further one is a request more.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  };
}
