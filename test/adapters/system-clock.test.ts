import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdjustableClock } from '#adapters/adjustable-clock.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { manualClock } from '#test/core/fakes.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';

const day = 86_400_000;

describe('the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('returns Unix milliseconds', () => {
    vi.setSystemTime(1_700_000_000_000);
    expect(createSystemClock().now()).toBe(1_700_000_000_000);
  });

  it('goes forward when the user sets the clock back', () => {
    const clock = createSystemClock();
    const before = clock.monotonic();
    vi.setSystemTime(0);
    vi.advanceTimersByTime(5);
    expect(clock.monotonic()).toBeGreaterThan(before);
  });

  const clocks = {
    system: createSystemClock(),
    adjustable: createAdjustableClock(createSystemClock()),
    'manual of tests': manualClock(),
    'virtual of tests': createVirtualTime().clock,
  };
  it.each(Object.entries(clocks))('as the %s clock refuses what is no time', (_, clock) => {
    for (const ms of [NaN, Infinity, -Infinity, 1e308, -1e308])
      expect(() => clock.after(ms, () => undefined), String(ms)).toThrow(RangeError);
  });

  it('calls once, after the time and not before', () => {
    const run = vi.fn();
    createSystemClock().after(100, run);
    vi.advanceTimersByTime(99);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([0, -5])('calls after %i ms, but not at once', (ms) => {
    const run = vi.fn();
    createSystemClock().after(ms, run);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits longer than one timer can', () => {
    const run = vi.fn();
    createSystemClock().after(60 * day, run);
    vi.advanceTimersByTime(60 * day - 1);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([1, 26 * day])(
    'does not call once it is cancelled, also in its second half',
    (before) => {
      const run = vi.fn();
      const cancel = createSystemClock().after(60 * day, run);
      vi.advanceTimersByTime(before);
      cancel();
      cancel();
      vi.advanceTimersByTime(100 * day);
      expect(run).not.toHaveBeenCalled();
    },
  );
});

describe('randomness', () => {
  it('returns as many bytes as requested, and different ones each time', () => {
    const random = createSystemRandom();
    const nonces = Array.from({ length: 1000 }, () =>
      Buffer.from(random.bytes(12)).toString('hex'),
    );
    expect(new Set(nonces).size).toBe(1000);
    expect(random.bytes(32).byteLength).toBe(32);
  });

  it('returns numbers from 0 up to but not including 1', () => {
    const random = createSystemRandom();
    for (let n = 0; n < 1000; n += 1) {
      const unit = random.unit();
      expect(unit).toBeGreaterThanOrEqual(0);
      expect(unit).toBeLessThan(1);
    }
  });
});
