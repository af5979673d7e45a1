import { describe } from 'vitest';
import { testGuards } from './mutation.ts';
import { windowGuards } from './window-guards.ts';

describe('the guards of the window and the bridge', () => {
  testGuards(windowGuards);
});
