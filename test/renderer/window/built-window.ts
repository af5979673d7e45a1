import { buildWindow } from './window.ts';

/** Builds the window once, before the first file of tests: they run side by side, and share it. */
export const setup = buildWindow;
