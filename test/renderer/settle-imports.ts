import { afterAll, vi } from 'vitest';

// A component that is loaded on demand may still be loading when the last test of a file ends; the
// file waits for it, because nothing can be loaded once its environment is gone.
afterAll(() => vi.dynamicImportSettled());
