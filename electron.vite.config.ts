import { defineConfig } from 'electron-vite';
import { readBuildOptions } from './build/packaging/build-options.ts';
import { bundledPackages } from './build/packaging/bundles/bundled-packages.ts';
import { carriedName } from './build/packaging/bundles/carried-name.ts';
import { builtInValues } from './build/packaging/bundles/built-in-values.ts';
import { helperProgram } from './build/packaging/bundles/helper-program.ts';
import { rendererConfig } from './build/renderer-kit.ts';

const told = readBuildOptions(process.env);
const renderer = rendererConfig();

/** What each of the three bundles needs to be packaged. */
const packaged = (part: 'main' | 'preload' | 'renderer') => [
  carriedName(told.productName),
  bundledPackages(part),
];

export default defineConfig({
  main: {
    plugins: [
      packaged('main'),
      helperProgram('src-main/adapters/keychain/keytar-helper.ts', 'keytar-helper.js'),
    ],
    define: builtInValues(told),
    build: {
      outDir: 'out/main',
      lib: { entry: 'src-main/main.ts', formats: ['es'], fileName: () => 'main.js' },
      // One file: a part of it would import main.js again, and must never start it twice.
      rolldownOptions: { output: { codeSplitting: false } },
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
  renderer: { ...renderer, plugins: [packaged('renderer'), renderer.plugins] },
});
