import type { TestProject } from 'vitest/node';
import { buildWindow } from './window.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The fake IPC, as one script. */
    readonly fakeIpc: string;
  }
}

/** Builds the window once, before the first file of tests: they run side by side, and share it. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('fakeIpc', await buildWindow());
}
