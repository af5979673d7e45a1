import { describe, expect, it } from 'vitest';
import { createAdjustableClock, createPurchaseClock } from '#adapters/adjustable-clock.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';

describe('a clock that can be advanced', () => {
  it('runs timers that are now due at once, and the others earlier by the same amount', async () => {
    const time = createVirtualTime();
    const clock = createAdjustableClock(time.clock);
    const before = clock.monotonic();
    const ran: string[] = [];
    clock.after(60_000, () => ran.push('first'));
    clock.after(90_000, () => ran.push('second'));
    const cancel = clock.after(1000, () => ran.push('cancelled'));
    cancel();
    clock.advance(60_000);
    expect(clock.monotonic() - before).toBe(60_000);
    expect(clock.now()).toBe(time.clock.now());
    await time.run(1);
    expect(ran).toEqual(['first']);
    await time.run(30_000);
    expect(ran).toEqual(['first', 'second']);
  });

  it('exists only in an unpackaged program, and only when requested', () => {
    const { clock } = createVirtualTime();
    const environment = { CULVERT_ADJUSTABLE_CLOCK: '1' };
    expect(createPurchaseClock(clock, true, environment)).toBe(clock);
    expect(createPurchaseClock(clock, false, {})).toBe(clock);
    expect(createPurchaseClock(clock, false, environment)).not.toBe(clock);
  });
});
