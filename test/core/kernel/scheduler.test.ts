import { describe, expect, it } from 'vitest';
import { createScheduler } from '#core/kernel/scheduler.ts';
import { manualClock } from '#test/core/fakes.ts';

describe('a scheduler', () => {
  it('runs once after the delay', async () => {
    const clock = manualClock();
    const scheduler = createScheduler(clock);
    let runs = 0;
    scheduler.schedule(() => (runs += 1), 1000);
    expect(scheduler.isScheduled).toBe(true);
    await clock.advance(999);
    expect(runs).toBe(0);
    await clock.advance(10_000);
    expect(runs).toBe(1);
    expect(scheduler.isScheduled).toBe(false);
  });

  it('replaces what was scheduled before', async () => {
    const clock = manualClock();
    const scheduler = createScheduler(clock);
    const runs: string[] = [];
    scheduler.repeat(() => runs.push('first'), 1000);
    scheduler.schedule(() => runs.push('second'), 2000);
    await clock.advance(10_000);
    expect(runs).toEqual(['second']);
  });

  it('repeats until it is cancelled, from inside too', async () => {
    const clock = manualClock();
    const scheduler = createScheduler(clock);
    let runs = 0;
    scheduler.repeat(() => {
      runs += 1;
      if (runs === 3) scheduler.cancel();
    }, 1000);
    await clock.advance(2000);
    expect(runs).toBe(2);
    await clock.advance(10_000);
    expect(runs).toBe(3);
    expect(scheduler.isScheduled).toBe(false);
  });

  it('goes on repeating after a run that throws', async () => {
    const timers: (() => void)[] = [];
    const scheduler = createScheduler({
      after(_ms, run) {
        timers.push(run);
        return () => undefined;
      },
    });
    scheduler.repeat(() => {
      throw new Error('once');
    }, 1000);
    expect(() => timers.shift()?.()).toThrow('once');
    expect(timers).toHaveLength(1);
  });

  it('can schedule again from inside', async () => {
    const clock = manualClock();
    const scheduler = createScheduler(clock);
    const at: number[] = [];
    const run = () => {
      at.push(clock.monotonic());
      if (at.length < 3) scheduler.schedule(run, 1000 * at.length);
    };
    scheduler.schedule(run, 0);
    await clock.advance(10_000);
    expect(at).toEqual([0, 1000, 3000]);
  });
});
