import { defineConfig } from 'electron-vite';
import { readBuildOptions } from './build/packaging/build-options.ts';
import { bundledPackages } from './build/packaging/bundles/bundled-packages.ts';
import { rebrandedName } from './build/packaging/bundles/rebranded-name.ts';
import { builtInValues } from './build/packaging/bundles/built-in-values.ts';
import { rendererConfig } from './build/renderer-config.ts';

const options = readBuildOptions(process.env);

// The quick copy page is made of nothing that the main page is not: its packages are listed once.
const renderer = rendererConfig('out/renderer', () => rebrandedName(options.productName));

/** What each of the three bundles needs to be packaged. */
const packaged = (part: 'main' | 'preload' | 'renderer') => [
  rebrandedName(options.productName),
  bundledPackages(part),
];

export default defineConfig({
  main: {
    plugins: packaged('main'),
    define: builtInValues(options),
    build: {
      outDir: 'out/main',
      // main.js has what opens the window, and is read at once; the rest comes behind it. What both
      // need is apart, so that no part imports main.js, which must never be started twice.
      rolldownOptions: {
        input: 'src-main/main.ts',
        preserveEntrySignatures: 'strict',
        output: {
          chunkFileNames: '[name].js',
          codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        },
      },
    },
  },
  preload: {
    plugins: packaged('preload'),
    build: {
      outDir: 'out/preload',
      // A sandboxed preload may require nothing: everything it uses is inside it.
      externalizeDeps: false,
      lib: { entry: 'src-preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    },
  },
  renderer: { ...renderer, plugins: [bundledPackages('renderer'), renderer.plugins] },
});
