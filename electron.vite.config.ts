import { defineConfig } from 'electron-vite';
import { rendererConfig } from './build/renderer-kit.ts';

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      lib: { entry: 'src-main/main.ts', formats: ['es'], fileName: () => 'main.js' },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload may require nothing: everything it uses is inside it.
      externalizeDeps: false,
      lib: { entry: 'src-preload/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    },
  },
  renderer: rendererConfig(),
});
