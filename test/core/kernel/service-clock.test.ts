import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createServiceClock } from '#core/kernel/service-clock.ts';
import { manualClock, memoryFiles } from '#test/core/fakes.ts';

const service = 'https://vpn.example.com';
const dayMs = 86_400_000;
const noChange = () => undefined;

/** A computer, and a service whose clock is ahead of the computer's by so much. */
function machine(ahead: number, files = memoryFiles()) {
  const computer = manualClock();
  const start = computer.now() + ahead;
  const clock = createServiceClock(computer, files, noChange);
  const theirs = () => start + computer.monotonic();
  const answer = async (transit = 0) => {
    const sentAt = computer.monotonic();
    const date = new Date(theirs()).toUTCString();
    await computer.advance(transit);
    clock.answered({ service, date, sentAt });
  };
  return { computer, clock, theirs, answer, files };
}

describe('the service’s clock', () => {
  it('is never said to be later than it is, and counts to the second, whatever the computer’s does', async () => {
    const step = fc.record({
      passes: fc.integer({ min: 0, max: 3_600_000 }),
      jump: fc.integer({ min: -1e10, max: 1e10 }),
      transit: fc.integer({ min: 0, max: 30_000 }),
      answers: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e12, max: 1e12 }), fc.array(step), async (by, steps) => {
        const { computer, clock, theirs, answer } = machine(by);
        for (const { passes, jump, transit, answers } of steps) {
          if (answers) await answer(transit);
          computer.jump(jump);
          await computer.advance(passes);
          expect(clock.serviceTime() ?? -Infinity).toBeLessThanOrEqual(theirs());
          if (answers) expect(Math.abs(clock.now() - theirs())).toBeLessThanOrEqual(transit + 1000);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is the computer’s to the millisecond where that agrees with the answers', async () => {
    const { computer, clock, answer } = machine(400);
    await answer(200);
    await computer.advance(12_345);
    expect(clock.now()).toBe(computer.now());
    expect(clock.state()).toEqual({ offset: 0, known: true });
  });

  it('is not known before an answer has it, after a change of service, and after a sleep', async () => {
    const { clock, answer } = machine(0);
    clock.answered({ service, date: undefined, sentAt: 0 });
    clock.answered({ service, date: 'yesterday', sentAt: 0 });
    expect([clock.serviceTime(), clock.state().known]).toEqual([undefined, true]);
    await answer();
    clock.follow(service);
    expect(clock.serviceTime()).toBeDefined();
    clock.setAsleep(true);
    clock.setAsleep(false);
    expect(clock.serviceTime()).toBeUndefined();
    await answer();
    expect(clock.serviceTime()).toBeDefined();
    clock.follow('https://other.example.com');
    expect([clock.serviceTime(), clock.state().known]).toEqual([undefined, false]);
  });

  it.each([0, -10 * dayMs])(
    'goes on through a sleep in which the monotonic clock stands still (%d ms ahead)',
    async (ahead) => {
      const { computer, clock, theirs, answer } = machine(ahead);
      await answer();
      clock.setAsleep(true);
      computer.jump(8 * 3_600_000);
      clock.setAsleep(false);
      expect(Math.abs(clock.now() - theirs() - 8 * 3_600_000)).toBeLessThanOrEqual(1000);
    },
  );

  it('is remembered as far as the computer’s clock was fast, until the next run has an answer', async () => {
    const first = machine(-10 * dayMs);
    await first.answer();
    const next = machine(-10 * dayMs, first.files);
    expect(Math.abs(next.clock.now() - next.theirs())).toBeLessThan(2000);
    expect(next.clock.state().known).toBe(false);
    const mended = machine(0, first.files);
    expect(mended.clock.now()).toBeLessThanOrEqual(mended.computer.now());
    await mended.answer();
    expect(mended.clock.now()).toBe(mended.computer.now());
    expect(machine(0, first.files).clock.state().offset).toBe(0);
  });
});
