import type { KnipConfig } from 'knip';

/** `npm run unused`: files, exports and dependencies that nothing uses. */
const config: KnipConfig = {
  // What is started by its path and not by an import.
  entry: [
    'src-main/main.ts',
    'src-renderer/{main,quick}.ts',
    'src-service/main.ts',
    'build/electron-builder.config.js',
    'build/{flags,icons}/draw.ts',
    'build/mutation/{stryker.config.js,vitest.config.ts,wording.js}',
    'build/run/app/{electron-headless,rebuild}.js',
    'build/run/machine/blank-app/main.js',
    'build/run/progress-reporter.js',
    'test/bench/main.ts',
    'test/bench/**/{main.js,preload.cjs}',
    'test/contract/specification/extract-spec.ts',
    'test/e2e/electron-hook.cjs',
    'test/renderer/{pictures,screens}.ts',
    'test/run/fake-electron.mjs',
    'test/stand-in/{conformance,fixture,process}/**',
  ],
  project: ['**/*.{ts,js,mjs,cjs,vue,css}', 'docs/guide*.md'],
  // Its configuration cannot be read without the name of a group.
  stryker: false,
  // code-rules.js starts oxlint by its path.
  ignoreDependencies: ['@stryker-mutator/.*', 'oxlint', 'oxlint-tsgolint'],
  // Programs of the system are not packages.
  exclude: ['binaries'],
};

export default config;
