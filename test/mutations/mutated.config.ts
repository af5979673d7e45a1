import { env } from 'node:process';
import { defineConfig } from 'vitest/config';

/** Of a file of the sources, by its path from the root, the text that stands in the place of another. */
const mutation = JSON.parse(env['CULVERT_MUTATION'] ?? '{}') as {
  readonly file?: string;
  readonly guard?: string;
  readonly instead?: string;
};

/** The tests as they are, over sources of which one lacks a guard (mutation.ts). */
export default defineConfig({
  plugins: [
    {
      name: 'culvert:without-a-guard',
      enforce: 'pre',
      transform(code, id) {
        const { file, guard, instead } = mutation;
        if (file === undefined || guard === undefined || instead === undefined) return undefined;
        return id.endsWith(file) ? code.replace(guard, () => instead) : undefined;
      },
    },
  ],
  // What was transformed is kept by its own text, which a mutation does not change.
  test: {
    fsModuleCache: false,
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
