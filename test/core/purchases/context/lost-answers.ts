import { expect } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { body, createFixture, untilDecided } from './fixture.ts';

export const afterwards = { faults: ['drop-after'] } as const;
export const never = { faults: ['drop-before'] } as const;

/** A purchase whose answer is lost, until it is reconciled. */
export async function lose(
  fixture: ReturnType<typeof createFixture>,
  how: typeof fixture.requestFaults.purchase,
  endpoint: PurchaseEndpoint = 'configs.create',
  input: Parameters<typeof fixture.submit>[1] = body,
) {
  fixture.requestFaults.purchase = how;
  void fixture.submit(endpoint, input);
  await fixture.pass(30_000 + untilDecided);
  return fixture.entry();
}

export async function notSeen(
  endpoint: PurchaseEndpoint = 'configs.create',
  input: Parameters<typeof lose>[3] = body,
) {
  const fixture = createFixture();
  expect((await lose(fixture, never, endpoint, input)).state).toBe('not-seen');
  fixture.requestFaults.purchase = {};
  return fixture;
}
