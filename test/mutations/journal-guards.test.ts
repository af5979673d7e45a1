import { describe } from 'vitest';
import { testGuards } from './mutation.ts';
import { sendingGuards } from './sending-guards.ts';
import { verdictGuards } from './verdict-guards.ts';

describe('the guards of the journal’s sending and keeping', () => {
  testGuards(sendingGuards);
});

describe('the guards of the journal’s verdicts', () => {
  testGuards(verdictGuards);
});
