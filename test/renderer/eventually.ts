import { expect } from 'vitest';
import type { MainProcess } from './window/main-process.ts';

/** Polls what is so while time passes for main: for the limits of the service, and what main waits for. */
export const eventually = <Value>(main: MainProcess, value: () => Value | Promise<Value>) =>
  expect.poll(async () => {
    await main.advance(5000);
    return value();
  });
