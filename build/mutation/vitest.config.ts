import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { currentGroup } from './groups.js';

/** The tests of one group, as they run for a mutant: until the first that fails. */
export default defineConfig({
  test: {
    environment: 'node',
    // Modules are loaded once for all tests: loading takes longer than most of them.
    isolate: false,
    include: [...currentGroup(env).tests],
    // Before Stryker's own, which ends the process and costs a new one.
    testTimeout: 10_000,
    expect: { poll: { timeout: 5000 } },
  },
});
