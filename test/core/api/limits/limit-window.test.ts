import { describe, expect, it } from 'vitest';
import { LimitWindow } from '#core/api/limits/limit-window.ts';

/** A window of a minute holds a slot this long after the answer, milliseconds. */
const holdMs = 60_030;

/** Whether one more may go while so many slots stay free. */
const isOpen = (window: LimitWindow, now: number, reserved: number) =>
  window.opensAt(now, reserved) <= now;

function send(window: LimitWindow, now: number) {
  const slot = window.take(now);
  window.answered(slot, now);
  return slot;
}

/** A window of a minute with so many requests that were answered at once, at 0. */
function windowWith(max: number, answered = 0) {
  const window = new LimitWindow({ max, windowS: 60 });
  for (let n = 0; n < answered; n += 1) send(window, 0);
  window.confirmed();
  return window;
}

/** A window with one own request, and other clients that have used what is not left. */
function windowBeside(remaining: number, resetMs: number | undefined, now = 0) {
  const window = windowWith(10);
  const slot = send(window, 0);
  window.correct({ remaining, resetMs, counted: true }, slot, now);
  return window;
}

describe('a limit window', () => {
  it('opens for each waiting request when one more slot frees', () => {
    const window = windowWith(2);
    const [first, second] = [window.take(0), window.take(0)];
    window.answered(first, 100);
    window.answered(second, 500);
    expect([0, 1, 2].map((ahead) => window.opensAt(1000, 0, ahead))).toEqual([
      100 + holdMs,
      500 + holdMs,
      1000 + holdMs,
    ]);
  });

  it('never reserves its last slot', () => {
    expect(windowWith(10).available(0, 100)).toBe(1);
    expect(isOpen(windowWith(10), 0, 100)).toBe(true);
    expect(windowWith(10, 9).available(0, 0)).toBe(1);
    expect(isOpen(windowWith(10, 9), 0, 1)).toBe(false);
  });

  it('has a limit of at least one, in whole requests', () => {
    const window = windowWith(10);
    window.max = 2.7;
    expect(window.max).toBe(2);
    window.max = 0;
    expect(window.max).toBe(1);
  });

  it('states the interval at which a steady flow never waits', () => {
    expect(windowWith(10).interval(0, 0)).toBe(6000);
    expect(windowWith(10).interval(0, 4)).toBe(10_000);
    expect(windowWith(10).interval(0, 20)).toBe(60_000);
    expect(windowWith(10, 10).interval(0, 0)).toBe(holdMs);
    const window = windowWith(2, 1);
    send(window, 30_000);
    expect(window.interval(30_000, 0)).toBe(holdMs - 30_000);
  });

  it('states the interval by the slot that frees latest for its place', () => {
    const window = windowWith(3, 1);
    for (const at of [50_000, 50_000]) {
      send(window, at);
    }
    expect(window.interval(50_000, 0)).toBe(holdMs / 2);
  });

  it('states no interval by slots that are more than its limit', () => {
    const window = windowWith(3, 3);
    window.max = 1;
    expect(window.interval(0, 0)).toBe(holdMs);
  });

  it('is open for the last that its free slots are enough for, not for one more', () => {
    const window = windowWith(10, 1);
    expect([8, 9].map((ahead) => window.opensAt(0, 0, ahead))).toEqual([0, holdMs]);
  });

  it('counts the usage of other clients in that interval until it ends', () => {
    expect(windowBeside(0, 30_000).interval(0, 0)).toBe(holdMs / 10);
    expect(windowBeside(0, undefined, 1000).interval(1000, 0)).toBe(holdMs - 1000);
  });
});

describe("the service's count of a window", () => {
  it('shows what other clients use, until its reset', () => {
    const window = windowBeside(4, 30_000);
    expect(window.available(0, 0)).toBe(4);
    expect(window.available(29_999, 0)).toBe(4);
    expect(window.available(30_000, 0)).toBe(9);
  });

  it.each([
    ['without a reset', undefined],
    ['with a reset after the window', 90_000],
  ])('holds for a window %s', (_name, resetMs) => {
    const window = windowBeside(4, resetMs, 1000);
    expect(window.available(1000 + holdMs - 1, 0)).toBe(5);
    expect(window.available(1000 + holdMs, 0)).toBe(10);
  });

  it('does not include a request that was refused', () => {
    const window = windowWith(10);
    const slot = send(window, 0);
    window.correct({ remaining: 4, resetMs: 30_000, counted: false }, slot, 0);
    expect(window.available(0, 0)).toBe(3);
  });

  it('may include own requests that were sent after the one that was answered', () => {
    const window = windowWith(12);
    const first = window.take(0);
    window.take(0);
    window.answered(first, 0);
    window.correct({ remaining: 8, resetMs: 30_000, counted: true }, first, 0);
    expect(window.available(0, 0)).toBe(8);
    expect(isOpen(window, 0, 0)).toBe(false);
    expect(window.opensAt(0, 0, 0)).toBe(250);
    expect(window.opensAt(4900, 0, 0)).toBe(5000);
    expect(isOpen(window, 5000, 0)).toBe(true);
  });

  it('opens the window when other clients stop counting, and own slots free', () => {
    const sooner = windowBeside(0, 30_000);
    expect([0, 8, 9].map((ahead) => sooner.opensAt(0, 0, ahead))).toEqual([30_000, 30_000, holdMs]);
    const later = windowBeside(0, undefined, 1000);
    expect([0, 1].map((ahead) => later.opensAt(1000, 0, ahead))).toEqual([holdMs, 1000 + holdMs]);
  });
});

describe('a refusal', () => {
  it('closes the window, and keeps the flow even for ten windows', () => {
    const window = windowWith(10);
    window.refused(5000, 0);
    window.refused(100, 0);
    expect([isOpen(window, 4999, 0), window.available(4999, 0)]).toEqual([false, 0]);
    expect(window.opensAt(0, 0, 0)).toBe(5000);
    expect([isOpen(window, 5000, 0), window.available(5000, 0)]).toEqual([true, 10]);
    send(window, 5000);
    expect([isOpen(window, 10_999, 0), isOpen(window, 11_000, 0)]).toEqual([false, true]);
    send(window, 604_990);
    expect([isOpen(window, 604_999, 0), isOpen(window, 605_000, 0)]).toEqual([false, true]);
  });

  it('that may have had another cause leaves it open, one at a time and evenly', () => {
    const window = windowWith(60);
    window.suspected(0);
    expect(isOpen(window, 0, 0)).toBe(true);
    const slot = window.take(0);
    expect(isOpen(window, 1000, 0)).toBe(false);
    expect(window.opensAt(1000, 0, 0)).toBe(1250);
    window.answered(slot, 500);
    expect([isOpen(window, 999, 0), isOpen(window, 1000, 0)]).toEqual([false, true]);
    window.take(130_000);
    expect([isOpen(window, 130_999, 0), isOpen(window, 131_000, 0)]).toEqual([false, true]);
    window.take(599_990);
    expect([isOpen(window, 599_999, 0), isOpen(window, 600_000, 0)]).toEqual([false, true]);
  });
});

describe('a window across a restart', () => {
  /** One answered request, one in flight, three of other clients and a refusal, saved at 2000. */
  function saved() {
    const window = windowWith(10);
    const slot = send(window, 0);
    window.take(500);
    window.correct({ remaining: 5, resetMs: 20_000, counted: true }, slot, 1000);
    window.refused(4000, 1000);
    return window.save(2000);
  }

  it('is saved as times from then on', () => {
    expect(saved()).toEqual({
      frees: [holdMs - 2000],
      inFlight: 1,
      others: 3,
      othersMs: 19_000,
      closedMs: 3000,
      evenMs: 603_000,
    });
    expect(windowWith(10).save(5)).toEqual({
      frees: [],
      inFlight: 0,
      others: 0,
      othersMs: 0,
      closedMs: 0,
      evenMs: 0,
    });
  });

  it('goes on where it was, and holds what was in flight a window longer', () => {
    const window = windowWith(10);
    window.restore(saved(), 0, 100);
    expect([window.available(3099, 0), window.available(3100, 0)]).toEqual([0, 5]);
    expect([window.available(19_099, 0), window.available(19_100, 0)]).toEqual([5, 8]);
    expect([58_129, 58_130, 61_129, 61_130].map((at) => window.used(at))).toEqual([2, 1, 1, 0]);
    send(window, 603_000);
    expect([isOpen(window, 603_099, 0), isOpen(window, 603_100, 0)]).toEqual([false, true]);
  });

  it('counts the time since it was saved', () => {
    const window = windowWith(10);
    window.restore(saved(), 20_000, 0);
    expect(window.available(0, 0)).toBe(8);
    expect([38_029, 38_030, 61_029, 61_030].map((at) => window.used(at))).toEqual([2, 1, 1, 0]);
  });

  it('holds what may have been sent before, up to its limit', () => {
    const few = windowWith(10);
    few.hold(3, 0, 0);
    expect([0, holdMs + 999, holdMs + 1000].map((at) => few.used(at))).toEqual([3, 3, 0]);
    const many = windowWith(10);
    many.restore(saved(), 0, 0);
    many.hold(Infinity, 0, 0);
    expect(many.used(0)).toBe(10);
    const late = windowWith(10);
    late.hold(3, 1000, 50_000);
    expect([holdMs + 1999, holdMs + 2000].map((at) => late.used(at))).toEqual([3, 0]);
  });

  it('has the stated limit again, and no time longer than a window', () => {
    const lowered = windowWith(10);
    lowered.max = 1;
    const restored = windowWith(10);
    restored.restore(lowered.save(0), 0, 0);
    expect(restored.max).toBe(10);
    const window = windowWith(10);
    const long = { frees: [999_999], inFlight: 0, others: 3, othersMs: 999_999 };
    window.restore({ ...long, closedMs: 0, evenMs: 0 }, 0, 0);
    expect([window.available(holdMs - 1, 0), window.available(holdMs, 0)]).toEqual([6, 10]);
  });
});
