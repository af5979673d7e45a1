import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createServiceClock } from '#core/kernel/service-clock.ts';
import { manualClock } from '#test/core/fakes.ts';

const service = 'https://vpn.example.com';

it('the service’s time is never later than the service’s clock, whatever happens to the computer’s', async () => {
  const step = fc.record({
    passes: fc.integer({ min: 0, max: 3_600_000 }),
    jump: fc.integer({ min: -1e10, max: 1e10 }),
    transit: fc.integer({ min: 0, max: 30_000 }),
    answers: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 4e12 }), fc.array(step), async (start, steps) => {
      const computer = manualClock();
      const clock = createServiceClock(computer);
      const theirs = () => start + computer.monotonic();
      for (const { passes, jump, transit, answers } of steps) {
        const date = new Date(theirs()).toUTCString();
        await computer.advance(transit);
        if (answers) clock.answered({ service, date });
        computer.jump(jump);
        await computer.advance(passes);
        expect(clock.serviceTime() ?? -Infinity).toBeLessThanOrEqual(theirs());
      }
    }),
    { numRuns: 30 },
  );
});

it('the service’s time is unknown before an answer that has one, and after a change of service', () => {
  const clock = createServiceClock(manualClock());
  clock.answered({ service, date: undefined });
  clock.answered({ service, date: 'yesterday' });
  expect(clock.serviceTime()).toBeUndefined();
  clock.answered({ service, date: 'Thu, 15 Jan 2026 00:00:00 GMT' });
  clock.follow(service);
  expect(clock.serviceTime()).toBe(Date.UTC(2026, 0, 15));
  clock.follow('https://other.example.com');
  expect(clock.serviceTime()).toBeUndefined();
});
