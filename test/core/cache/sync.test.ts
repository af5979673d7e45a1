import { describe, expect, it } from 'vitest';
import type { SyncState } from '#contract/ipc/sync.ts';
import { fail, ok, type Result } from '#contract/failure.ts';
import { Sync } from '#core/cache/sync.ts';
import { manualClock, settled } from '#test/core/fakes.ts';

function setUp(answers: (Result<null> | Promise<Result<null>>)[] = []) {
  const clock = manualClock();
  const requested: { priority: string; at: number }[] = [];
  const published: SyncState[] = [];
  const sync = new Sync({
    clock: { ...clock, state: () => ({ offset: 0, known: true }) },
    random: { unit: () => 1, bytes: () => new Uint8Array() },
    refreshedAt: null,
    publish: (state) => published.push(state),
    refresh(priority) {
      requested.push({ priority, at: clock.monotonic() });
      return Promise.resolve(answers.shift() ?? ok(null));
    },
  });
  return { clock, requested, published, sync };
}

const unreachable = fail('offline', { reason: 'refused' });

describe('the periodic refresh', () => {
  it('reads again every five minutes while a window is visible, every half hour while none is', async () => {
    const { clock, requested, sync } = setUp();
    sync.setVisible(true);
    await sync.refresh('user');
    await clock.advance(10 * 60_000);
    expect(requested.map(({ at }) => at)).toEqual([0, 300_000, 600_000]);
    sync.setVisible(false);
    await clock.advance(5 * 60_000);
    await clock.advance(60 * 60_000);
    expect(requested.slice(3).map(({ at, priority }) => [at, priority])).toEqual([
      [900_000, 'background'],
      [2_700_000, 'background'],
      [4_500_000, 'background'],
    ]);
  });

  it('lets changes through unless the service is gone, and then looks at once whether it is back', async () => {
    const { requested, sync } = setUp([unreachable, ok(null)]);
    expect(sync.refuseChange()).toBeUndefined();
    sync.onReach(false);
    await sync.refresh('user');
    expect(sync.refuseChange()).toEqual(unreachable.failure);
    expect(requested).toHaveLength(2);
    sync.onReach(true);
    expect(sync.refuseChange()).toBeUndefined();
  });

  it('shares one refresh among concurrent callers', async () => {
    let finish: (result: Result<null>) => void = () => undefined;
    const { requested, sync } = setUp([new Promise((resolve) => (finish = resolve))]);
    const both = [sync.refresh('on-screen'), sync.refresh('user')];
    expect(sync.state().refreshing).toBe(true);
    finish(ok(null));
    await Promise.all(both);
    expect(requested).toHaveLength(1);
    expect(sync.state()).toMatchObject({ refreshing: false, failure: null });
  });

  it('reads once more for those who ask while one is under way, and may have read before', async () => {
    let finish: (result: Result<null>) => void = () => undefined;
    const { requested, sync } = setUp([new Promise((resolve) => (finish = resolve))]);
    const first = sync.refresh('on-screen');
    const presses = [sync.refreshNow('user'), sync.refreshNow('user')];
    finish(ok(null));
    await Promise.all([first, ...presses]);
    expect(requested.map(({ priority }) => priority)).toEqual(['on-screen', 'user']);
  });

  it('stops while paused or asleep, and catches up afterwards', async () => {
    const { clock, requested, sync } = setUp();
    sync.setVisible(true);
    await sync.refresh('user');
    sync.setPaused(true);
    await clock.advance(3_600_000);
    expect(requested).toHaveLength(1);
    sync.setPaused(false);
    await clock.advance(1000);
    expect(requested).toHaveLength(2);
    sync.setAsleep(true);
    await clock.advance(3_600_000);
    expect(requested).toHaveLength(2);
    sync.setAsleep(false);
    await clock.advance(1000);
    expect(requested).toHaveLength(3);
  });
});

describe('while the service is unreachable', () => {
  it('retries with growing pauses, and says since when it is offline', async () => {
    const { clock, requested, published, sync } = setUp(
      Array.from({ length: 6 }, () => unreachable),
    );
    sync.setVisible(true);
    sync.onReach(false);
    const since = clock.now();
    await sync.refresh('on-screen');
    await clock.advance(40_000);
    expect(requested.map(({ at }) => at)).toEqual([0, 4000, 12_000, 27_000]);
    expect(sync.state()).toMatchObject({ network: 'offline', offlineSince: since });
    await clock.advance(60_000);
    sync.onReach(true);
    await clock.advance(1);
    expect(published.at(-1)).toMatchObject({ network: 'online', offlineSince: null });
    expect(published.at(-1)?.failure).toBe(null);
  });

  it('keeps the time of the last whole refresh through failures, until the list is read by itself', async () => {
    const { clock, sync } = setUp([ok(null), unreachable]);
    await sync.refresh('user');
    const { refreshedAt } = sync.state();
    await clock.advance(5000);
    await sync.refresh('user');
    expect(sync.state()).toMatchObject({ refreshedAt, failure: { kind: 'offline' } });
    sync.listRead();
    expect(sync.state().refreshedAt).toBe(clock.now());
  });

  it('retries rarely while the key is refused', async () => {
    const { clock, requested, sync } = setUp([fail('unauthorized')]);
    sync.setVisible(true);
    await sync.refresh('on-screen');
    await clock.advance(299_000);
    expect(requested).toHaveLength(1);
    await clock.advance(1000);
    expect(requested).toHaveLength(2);
  });

  it('retries ever more rarely what the service answers and cannot be read', async () => {
    const unreadable = fail('bad-response', { endpoint: 'configs.list', status: 200 });
    const { clock, requested, sync } = setUp(Array.from({ length: 50 }, () => unreadable));
    sync.setVisible(true);
    await sync.refresh('on-screen');
    await clock.advance(1_200_000);
    const pauses = requested.slice(1).map(({ at }, n) => at - (requested[n]?.at ?? 0));
    expect(pauses.slice(0, 3)).toEqual([2000, 4000, 8000]);
    expect(pauses.at(-1)).toBe(300_000);
    expect(requested.length).toBeLessThan(15);
  });

  it('publishes nothing after it was stopped', async () => {
    const { clock, published, requested, sync } = setUp();
    await sync.refresh('user');
    sync.stop();
    const before = published.length;
    sync.onReach(false);
    await clock.advance(3_600_000);
    await settled();
    expect([published.length, requested.length]).toEqual([before, 1]);
  });
});
