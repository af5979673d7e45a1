import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { rendererPlugins } from './build/renderer-config.ts';
import { installedElectron } from './build/run/machine/electron.js';

/** The full counts take their time; a test that hangs ends with its program all the same. */
const deepTimeout = 6 * 3_600_000;
/** A busy machine is slow, not wrong: what a test waits for, it waits for this long, milliseconds. */
const expecting = { poll: { timeout: 15_000 } };
const timeout = (usual: number) => (env['CULVERT_DEEP'] === undefined ? usual : deepTimeout);

/**
 * Three projects. `unit` (contract, core, adapters, service, rules of the repository) and `renderer`
 * (components in happy-dom, the built window in Chromium) run side by side. The files of one worker
 * share their modules, because importing them anew would take as long as the tests: a test restores
 * what it changes. `e2e` runs after them and starts whole apps: each file has its own profile, keyring,
 * service and Chromium. Apps on Electron share the display's clipboard and focus, so there they run
 * one after the other.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.min(availableParallelism(), 4),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**', 'test/e2e/**', 'test/bench/**'],
          expect: expecting,
          testTimeout: timeout(30_000),
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: rendererPlugins(),
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          isolate: false,
          include: ['test/renderer/**/*.test.ts'],
          globalSetup: 'test/renderer/window/built-window.ts',
          setupFiles: 'test/renderer/settle-imports.ts',
          // Tests that run at the same time have a page of Chromium each, which needs a processor.
          maxConcurrency: Math.min(availableParallelism() + 1, 4),
          expect: expecting,
          testTimeout: timeout(60_000),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: installedElectron() === undefined,
          // A whole app waits more than it works.
          maxWorkers: Math.min(availableParallelism() + 1, 4),
          expect: expecting,
          testTimeout: timeout(240_000),
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
