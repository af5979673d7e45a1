import { afterAll, beforeEach, vi } from 'vitest';

// Where a test brings no main process, main answers nothing.
beforeEach(() => {
  if (typeof window === 'undefined' || 'culvert' in window) return;
  Object.assign(window, {
    culvert: { call: () => new Promise(() => undefined), listen: () => () => undefined },
  });
});

// A component that is loaded on demand may still be loading when the last test of a file ends; the
// file waits for it, because nothing can be loaded once its environment is gone.
afterAll(() => vi.dynamicImportSettled());
