import { describe, expect, it } from 'vitest';
import type { FailureKind } from '#contract/failure.ts';
import { leavesOutcomeOpen } from '#core/purchases/resolve.ts';

describe('a failure', () => {
  it.each<[FailureKind, number?]>([
    ['server', 500],
    ['server', 503],
    ['bad-response', 201],
    ['outcome-unknown'],
    ['timeout'],
    ['rejected', 408],
    ['rejected', 499],
  ])('leaves open what happened: %s %s', (kind, status) => {
    expect(leavesOutcomeOpen({ kind, ...(status !== undefined && { status }) })).toBe(true);
  });

  it.each<[FailureKind, number?]>([
    ['rate-limited', 429],
    ['rejected', 400],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['not-found', 404],
    ['offline'],
    ['unsent'],
    ['aborted'],
    ['invalid-input'],
    ['vault'],
  ])('says for certain that nothing did: %s %s', (kind, status) => {
    expect(leavesOutcomeOpen({ kind, ...(status !== undefined && { status }) })).toBe(false);
  });
});
