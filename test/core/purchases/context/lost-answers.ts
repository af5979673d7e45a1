import { expect } from 'vitest';
import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { body, createDesk, untilDecided } from './desk.ts';

export const afterwards = { faults: ['drop-after'] } as const;
export const never = { faults: ['drop-before'] } as const;

/** A purchase whose answer is lost, until it is decided what became of it. */
export async function lose(
  desk: ReturnType<typeof createDesk>,
  how: typeof desk.weather.purchase,
  row: PurchaseEndpoint = 'configs.create',
  input: Parameters<typeof desk.say>[1] = body,
) {
  desk.weather.purchase = how;
  void desk.say(row, input);
  await desk.pass(30_000 + untilDecided);
  return desk.entry();
}

/** A desk where this was not seen. */
export async function notSeen(
  row: PurchaseEndpoint = 'configs.create',
  input: Parameters<typeof lose>[3] = body,
) {
  const desk = createDesk();
  expect((await lose(desk, never, row, input)).state).toBe('not-seen');
  desk.weather.purchase = {};
  return desk;
}
