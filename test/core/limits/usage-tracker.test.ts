import { describe, expect, it } from 'vitest';
import { freeSlots, takeSlots, type EndpointLimit } from '#core/limits/endpoint-queue.ts';
import { PersistedUsage, usageVersion } from '#core/limits/persisted-usage.ts';
import { createUsageTracker, type UsageTracker } from '#core/limits/usage-tracker.ts';
import { manualClock } from '#test/core/fakes.ts';
import { list, overview, stats, title } from './limiter-harness.ts';

const clock = manualClock();

function track(usage?: PersistedUsage | 'lost', at = clock): UsageTracker<unknown> {
  return createUsageTracker<unknown>({ clock: at, overview, usage });
}

/** Sends so many requests, which are answered at once. */
function send(
  tracker: UsageTracker<unknown>,
  endpoint: EndpointLimit,
  count: number,
  overall = tracker.overview,
): void {
  const queue = tracker.queueOf(endpoint);
  for (let n = 0; n < count; n += 1) freeSlots(queue, takeSlots(queue, overall, 0), 0);
}

/** What the endpoint's own window holds. */
const usedAt = (tracker: UsageTracker<unknown>, endpoint: EndpointLimit) =>
  tracker.queueOf(endpoint).windows.map((window) => window.used(0));

describe('the usage of an account', () => {
  it('is nothing at first, and everything where its record is lost', () => {
    const first = track();
    expect([first.overview.used(0), usedAt(first, stats), first.exempt.used(0)]).toEqual([
      0,
      [0],
      0,
    ]);
    const lost = track('lost');
    expect([lost.overview.used(0), usedAt(lost, stats), lost.exempt.used(0)]).toEqual([60, [3], 0]);
  });

  it('is what was saved, and what may have been sent since', () => {
    const before = track();
    send(before, list, 10);
    const usage = before.save(4);
    expect(PersistedUsage.parse(usage)).toEqual(usage);
    expect(usage).toMatchObject({ version: usageVersion, savedAt: clock.now(), ahead: 4 });
    const after = track(usage);
    expect([after.overview.used(0), usedAt(after, list), usedAt(after, stats)]).toEqual([
      14,
      [14],
      [3],
    ]);
    expect(after.exempt.used(0)).toBe(0);
    const unknown = track(before.save(null));
    expect([unknown.overview.used(0), usedAt(unknown, title)]).toEqual([60, [1]]);
  });

  it('of endpoints that the overview does not count is restored too', () => {
    const before = track();
    send(before, list, 10, before.exempt);
    const after = track(before.save(0));
    expect([after.overview.used(0), after.exempt.used(0), usedAt(after, list)]).toEqual([
      0,
      10,
      [10],
    ]);
  });

  it('says which endpoints the overview does not count, used since or not, each once', () => {
    const before = track();
    expect(before.queueOf(list).inOverview).toBe(true);
    for (const endpoint of [list, stats, title]) before.queueOf(endpoint).inOverview = false;
    const usage = before.save(0);
    expect(usage.outside).toEqual([list.id, stats.id, title.id]);
    const after = track(usage);
    expect(after.queueOf(stats).inOverview).toBe(false);
    after.queueOf(title).inOverview = true;
    expect(after.save(0).outside).toEqual([stats.id, list.id]);
    expect(track(track(usage).save(0)).queueOf(list).inOverview).toBe(false);
  });

  it('of an endpoint that is not used since is saved again, with the time that passed', async () => {
    const later = manualClock();
    const before = track(undefined, later);
    send(before, stats, 3);
    const after = track(before.save(0), later);
    send(after, title, 1);
    await later.advance(2000);
    expect(after.save(0).routes).toMatchObject({
      [stats.id]: [{ frees: [3003, 3003, 3003] }],
      [title.id]: [{ frees: [] }],
    });
  });

  it('says whether headers may be trusted', () => {
    const before = track();
    expect(before.adaptive.trustsHeaders()).toBe(true);
    expect(track(before.save(0)).adaptive.trustsHeaders()).toBe(true);
    before.adaptive.distrustHeaders();
    expect(track(before.save(0)).adaptive.trustsHeaders()).toBe(false);
  });

  it('has one queue for each endpoint', () => {
    const tracker = track();
    expect(tracker.queueOf(list)).toBe(tracker.queueOf({ ...list }));
    tracker.queueOf(title);
    expect(tracker.endpoints()).toEqual([list, title]);
  });
});
