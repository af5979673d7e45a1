import { describe, expect, it } from 'vitest';
import { createSlotLog } from '#core/limits/slot-log.ts';

/** A log whose requests were answered, so that their slots free at these times. */
function logUntil(...times: readonly number[]) {
  const log = createSlotLog();
  for (const at of times) {
    log.take();
    log.answered(at);
  }
  return log;
}

describe('the slots of a limit', () => {
  it('are held by requests in flight, and by answered ones until they free', () => {
    const log = logUntil(100, 200);
    log.take();
    expect(log.inFlight).toBe(1);
    expect([99, 100, 199, 200].map((at) => log.used(at))).toEqual([3, 2, 2, 1]);
  });

  it('of a request that was not sent are free at once', () => {
    const log = createSlotLog();
    log.take();
    log.take();
    log.returned();
    expect([log.inFlight, log.used(0)]).toEqual([1, 1]);
  });

  it('are counted from the oldest that is still held', () => {
    const log = logUntil(100, 200, 300);
    expect([0, 1, 2, 3].map((index) => log.freesAt(index))).toEqual([100, 200, 300, undefined]);
    log.used(100);
    expect([0, 1, 2].map((index) => log.freesAt(index))).toEqual([200, 300, undefined]);
    expect(log.freeTimes(200)).toEqual([300]);
    expect(log.used(200)).toBe(1);
  });

  it('can be held without a request', () => {
    const log = logUntil(100);
    log.add(200);
    expect(log.inFlight).toBe(0);
    expect([log.used(99), log.freeTimes(100)]).toEqual([2, [200]]);
  });

  it('are replaced by those of an earlier run, in the order in which they free', () => {
    const log = logUntil(100, 200);
    log.used(150);
    log.restore([400, 9, 30]);
    expect(log.freeTimes(0)).toEqual([9, 30, 400]);
    expect(log.used(9)).toBe(2);
  });

  it('are counted alike however many have freed', () => {
    const log = logUntil(...Array.from({ length: 300 }, (_, n) => n));
    for (const at of [10, 63, 64, 65, 140, 150, 151, 260]) {
      expect(log.used(at)).toBe(299 - at);
      expect(log.freesAt(0)).toBe(at + 1);
      expect(log.freeTimes(at)).toEqual(Array.from({ length: 299 - at }, (_, n) => at + 1 + n));
    }
    log.add(500);
    expect(log.freeTimes(299)).toEqual([500]);
  });
});
