import { describe, expect, it } from 'vitest';
import { orders, replay, type Replayed } from './networks-replay.ts';
import { isDeep, runs } from '#test/simulator/deep.ts';

const seeds = Array.from({ length: runs(3, 40) }, (_, n) => 7919 * (n + 1));

/** The share of moments in which the first works, percent, over all seeds and in the worst. */
function shares(replays: readonly Replayed[]) {
  const sum = (of: (each: Replayed) => number) => replays.reduce((all, each) => all + of(each), 0);
  const moments = sum((each) => each.moments);
  return {
    moments,
    first: (100 * sum((each) => each.first)) / moments,
    worst: 100 * Math.min(...replays.map((each) => each.first / each.moments)),
    checks: sum((each) => each.checks) / moments,
  };
}

describe('90 days in five networks with outages, and filters by protocol, server and hour', () => {
  it('put one that works first at 95 of 100 moments, more often than the order without a memory', () => {
    const now = shares(seeds.map((seed) => replay(seed, orders.now)));
    const before = shares(seeds.map((seed) => replay(seed, orders.before)));
    for (const [name, { moments, first, worst, checks }] of Object.entries({ now, before })) {
      if (!isDeep) break;
      process.stdout.write(
        `${name}: first works ${first.toFixed(2)} % of ${String(moments)} moments, worst ` +
          `seed ${worst.toFixed(1)} %, ${checks.toFixed(3)} checks a moment\n`,
      );
    }
    expect(now.first).toBeGreaterThanOrEqual(95);
    expect(now.worst).toBeGreaterThan(before.worst);
    expect(now.checks).toBeLessThan(before.checks);
  });
});
