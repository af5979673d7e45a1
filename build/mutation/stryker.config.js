import { env } from 'node:process';
import { currentGroup } from './groups.js';

const { name, mutate } = currentGroup(env);
const folder = `.culvert/mutation/${name}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'build/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './build/mutation/wording.js'],
  ignorers: ['wording'],
  mutate: [...mutate],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  timeoutMS: 20_000,
  ignorePatterns: ['dist', 'docs', 'out', '.culvert'],
  tempDirName: `${folder}/sandbox`,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  htmlReporter: { fileName: `${folder}/report.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
