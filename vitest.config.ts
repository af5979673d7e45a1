import { availableParallelism } from 'node:os';
import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { rendererPlugins } from './build/renderer-config.ts';
import { installedElectron } from './build/run/machine/electron.js';

/** The full counts take their time; a test that hangs ends with its program all the same. */
const deepTimeout = 6 * 3_600_000;
const timeout = (usual: number) => (env['CULVERT_DEEP'] === undefined ? usual : deepTimeout);

/** A busy machine is slow, not wrong: so long a test, what it waits for and a hook may take, milliseconds. */
const everywhere = {
  isolate: false,
  expect: { poll: { timeout: 120_000 } },
  testTimeout: timeout(240_000),
  hookTimeout: 600_000,
};
/** What needs no Vite, as components do, is imported by Node itself, which is faster. */
const onNode = {
  ...everywhere,
  environment: 'node',
  experimental: { viteModuleRunner: false },
};

/** Apps on Electron share the display's clipboard and focus: there they run alone, after the rest. */
const onElectron = installedElectron() !== undefined;
/** One more than processors, as most tests wait a part of their time; two more cost more than they save. */
const maxWorkers = Math.min(availableParallelism() + 1, 6);

/**
 * What takes minutes, the whole apps and the scenes, begins first, so that nothing waits for it alone,
 * and what takes seconds ends the run. Files of one project follow each other: a worker ends, with its
 * modules and its Chromium, where the next file wants another environment.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = new Map(sorted.map((file) => [file, kindOf(file)]));
    return sorted.toSorted((a, b) => (kinds.get(a) ?? 0) - (kinds.get(b) ?? 0));
  }
}

function kindOf({ moduleId, project }: TestSpecification): number {
  if (project.name === 'e2e') return 0;
  if (project.name === 'unit') return 3;
  return moduleId.endsWith('/window/scenes.test.ts') ? 1 : 2;
}

/** The tests of the built window, which need nothing of its sources. */
const window = 'test/renderer/{window,sections}/**';

/**
 * Four projects: `renderer` has components in happy-dom; then, side by side, `e2e` whole apps, where
 * each file has its own profile, keyring, service and Chromium, `window` the built window in Chromium,
 * and `unit` the contract, core, adapters, service and rules of the repository. The files of one
 * worker share their modules, because importing them again would take long: a test restores what it
 * changes.
 */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...onNode,
          name: 'unit',
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**', 'test/e2e/**', 'test/bench/**'],
        },
      },
      {
        plugins: rendererPlugins(),
        test: {
          ...everywhere,
          name: 'renderer',
          environment: 'happy-dom',
          include: ['test/renderer/**/*.test.ts'],
          exclude: [window],
          setupFiles: 'test/renderer/settle-imports.ts',
          // Each worker imports the whole window; the checks have the other processors meanwhile.
          maxWorkers: Math.ceil(availableParallelism() / 2),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...onNode,
          name: 'window',
          include: [`${window}/*.test.ts`],
          globalSetup: 'build/run/app/build.js',
          sequence: { groupOrder: 1 },
          // Tests that run at the same time have a page of Chromium each, which needs a processor.
          maxConcurrency: Math.min(availableParallelism() + 1, 4),
        },
      },
      {
        test: {
          ...onNode,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: !onElectron,
          testTimeout: timeout(600_000),
          sequence: { groupOrder: onElectron ? 2 : 1 },
        },
      },
    ],
  },
});
