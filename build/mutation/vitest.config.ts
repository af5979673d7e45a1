import { env } from 'node:process';
import { defineConfig } from 'vitest/config';
import { currentGroup } from './groups.js';

/** The tests of one group, as they run for a mutant: until the first that fails. */
export default defineConfig({
  test: {
    environment: 'node',
    isolate: false,
    include: [...currentGroup(env).tests],
    testTimeout: 30_000,
    expect: { poll: { timeout: 5000 } },
  },
});
