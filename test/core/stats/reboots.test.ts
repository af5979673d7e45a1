import { describe, expect, it } from 'vitest';
import { silentUntil, type ServerReading } from '#contract/reboot.ts';
import { Reboots } from '#core/stats/reboots.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

const minute = 60_000;

/** The cloud server 3, what it answers when its statistics are read, and what is known of it. */
function server() {
  const clock = manualClock();
  const vault = sealedOver(createMemoryVault());
  const facts = { status: undefined as string | undefined, requests: 0, overs: 0 };
  let reading: ServerReading | undefined;
  const read = () => {
    if (facts.status !== undefined) reading = { status: facts.status, fetchedAt: clock.now() };
  };
  const open = () => {
    const reboots: Reboots = new Reboots({
      clock,
      vault,
      readingOf: (name) => (name === 'cloud:3' ? reading : undefined),
      requestReading() {
        facts.requests += 1;
        clock.after(100, () => {
          read();
          reboots.check();
        });
      },
      onChange: () => undefined,
      onOver() {
        facts.overs += 1;
      },
    });
    return reboots;
  };
  let reboots = open();
  return {
    clock,
    facts,
    reboots: () => reboots,
    isRebooting: () => reboots.of('cloud:3') !== undefined,
    /** The statistics are read for another reason. */
    see: (status: string) => {
      facts.status = status;
      read();
      reboots.check();
    },
    restart: async (afterMs = 0) => {
      reboots.stop();
      reading = undefined;
      await clock.advance(afterMs);
      reboots = open();
    },
  };
}

describe('a cloud server', () => {
  it('is rebooting until it was seen back after it was seen down', async () => {
    const { clock, reboots, see, isRebooting, facts } = server();
    reboots().started(3);
    expect(reboots().of('cloud:3')).toMatchObject({ wentDown: false });
    await clock.advance(3500);
    see('down');
    expect(reboots().of('cloud:3')).toMatchObject({ wentDown: true });
    await clock.advance(5000);
    see('up');
    expect([isRebooting(), facts.overs, reboots().back()]).toEqual([false, 1, [3]]);
  });

  it('is rebooting no longer than its usual time, but still waited for', async () => {
    const { clock, reboots, isRebooting, facts } = server();
    facts.status = 'down';
    reboots().started(3);
    await clock.advance(silentUntil({ startedAt: 0, wentDown: false }) - 1);
    expect([isRebooting(), facts.overs]).toEqual([true, 0]);
    await clock.advance(1);
    expect([isRebooting(), facts.overs, reboots().back()]).toEqual([false, 1, []]);
    facts.status = 'up';
    await clock.advance(minute);
    expect([isRebooting(), facts.overs, reboots().back()]).toEqual([false, 1, [3]]);
  });

  it('is still rebooting after a restart, and not if its time passed meanwhile', async () => {
    const { clock, reboots, restart, see, isRebooting, facts } = server();
    reboots().started(3);
    await clock.advance(3500);
    see('down');
    facts.status = undefined;
    await restart(10_000);
    expect(reboots().of('cloud:3')).toMatchObject({ wentDown: true });
    await restart(2 * minute);
    expect(isRebooting()).toBe(false);
  });

  it('is back once, after a restart too, until that was announced', async () => {
    const { clock, reboots, restart, facts } = server();
    facts.status = 'down';
    reboots().started(3);
    await clock.advance(10_000);
    await restart();
    facts.status = 'up';
    await clock.advance(15_000);
    expect(reboots().back()).toEqual([3]);
    await restart(60 * minute);
    expect(reboots().back()).toEqual([3]);
    reboots().announced(3);
    await restart();
    expect(reboots().back()).toEqual([]);
  });

  it('that reboots again is not back', async () => {
    const { clock, reboots, see, isRebooting } = server();
    reboots().started(3);
    await clock.advance(2 * minute);
    see('up');
    reboots().started(3);
    expect([isRebooting(), reboots().back()]).toEqual([true, []]);
  });

  it('is read only while it is waited for, and not where a fresh reading is there', async () => {
    const { clock, reboots, see, facts } = server();
    reboots().started(3);
    for (let second = 0; second < 60; second += 1) {
      await clock.advance(1000);
      see('down');
    }
    expect(facts.requests).toBe(0);
    await clock.advance(60 * minute);
    const { requests } = facts;
    expect(requests).toBeGreaterThan(100);
    facts.status = 'up';
    await clock.advance(60 * minute);
    expect([facts.requests, reboots().back()]).toEqual([requests, []]);
  });

  it('is followed no more once the clock was set back', async () => {
    const { clock, reboots, isRebooting } = server();
    reboots().started(3);
    clock.jump(-60 * minute);
    await clock.advance(10_000);
    expect(isRebooting()).toBe(false);
  });
});
