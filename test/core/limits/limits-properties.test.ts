import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overviewLimit } from '#contract/endpoint.ts';
import type { LimiterMemory } from '#core/limits/persisted-usage.ts';
import type { Route } from '#core/limits/endpoint-queue.ts';
import type { Priority } from '#core/limits/priority.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { drawn } from '#test/simulator/deep.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { shareOneKey } from '#test/simulator/shared-key.ts';
import { createServiceLimits, models, readings } from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { seededRandom } from '#test/core/fakes.ts';

/** Routes with each kind of limit that the specification states. */
const routes: readonly Route[] = [
  { id: 'default', limits: [{ max: 300, windowS: 60 }], limitKind: 'default' },
  { id: 'default too', limits: [{ max: 200, windowS: 60 }], limitKind: 'default' },
  { id: 'template', limits: [{ max: 60, windowS: 60 }], limitKind: 'default' },
  { id: 'stats', limits: [{ max: 3, windowS: 5 }], limitKind: 'specific' },
  { id: 'one', limits: [{ max: 1, windowS: 1 }], limitKind: 'specific' },
  { id: 'reboot', limits: [{ max: 1, windowS: 30 }], limitKind: 'specific' },
  { id: 'rare', limits: [{ max: 2, windowS: 60 }], limitKind: 'specific' },
];
const levels: readonly Priority[] = ['person', 'finding-out', 'on-screen', 'background'];

interface Wish {
  readonly at: number;
  readonly route: Route;
  readonly priority: Priority;
  /** Given up after so long, or never. */
  readonly patience: number | null;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  at: fc.oneof(fc.integer({ min: 0, max: 150_000 }), fc.constantFrom(0, 60_000, 61_000)),
  route: fc.oneof(fc.constantFrom(...routes.slice(0, 4)), fc.constantFrom(...routes)),
  priority: fc.constantFrom(...levels),
  patience: fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 6 }),
});

const world = fc.record({
  model: fc.constantFrom(...models),
  reading: fc.constantFrom(...readings),
  headers: fc.constantFrom('tightest' as const, 'none' as const),
  rtt: fc.constantFrom<[number, number][]>([0, 0], [1, 20], [0, 200], [150, 200]),
  loss: fc.constantFrom(0, 0, 0.05),
  seed: fc.nat(),
});

type World = typeof world extends fc.Arbitrary<infer Made> ? Made : never;

interface Fate {
  readonly wish: Wish;
  readonly nth: number;
  askedAt: number;
  grantedAt: number | undefined;
  gaveUp: boolean;
  sent: number;
}

/** Lets the wishes happen; tells what became of each, and what the service saw. */
async function live(
  made: World,
  wishes: readonly Wish[],
  crash?: { readonly at: number; readonly clean: boolean },
) {
  const time = createVirtualTime();
  const random = seededRandom(made.seed);
  const unit = () => random.unit();
  const service = createServiceLimits({ ...made, overview: overviewLimit, unit });
  const network = createNetwork({ ...made, clock: time.clock, service, unit });
  let kept: LimiterMemory | undefined;
  const open = () =>
    createRateLimiter({
      clock: time.clock,
      overview: overviewLimit,
      ...(kept && { memory: kept }),
      keep: (memory) => (kept = memory),
    });
  let limiter = open();
  const fates: Fate[] = wishes.map((each, nth) => ({
    wish: each,
    nth,
    askedAt: -1,
    grantedAt: undefined,
    gaveUp: false,
    sent: 0,
  }));
  const disorder: string[] = [];

  async function pursue(fate: Fate): Promise<void> {
    const { route, priority, patience } = fate.wish;
    fate.askedAt = time.clock.monotonic();
    const control = new AbortController();
    if (patience !== null) {
      time.clock.after(patience, () => {
        control.abort();
      });
    }
    let permit;
    try {
      permit = await limiter.acquire(route, priority, control.signal);
    } catch {
      fate.gaveUp = true;
      return;
    }
    fate.grantedAt = time.clock.monotonic();
    disorder.push(...passedOver(fate, fates, time.clock.monotonic()));
    if (control.signal.aborted) {
      fate.gaveUp = true;
      permit.unsent();
      return;
    }
    fate.sent += 1;
    await network.sendUnder(permit, route);
  }

  for (const fate of fates) {
    time.clock.after(fate.wish.at, () => {
      void pursue(fate);
    });
  }
  if (crash) {
    time.clock.after(crash.at, () => {
      limiter.stop();
      if (crash.clean) kept = limiter.save();
      limiter = open();
    });
  }
  await time.run(3_600_000);
  return { fates, service, disorder };
}

/** Those that wait on the same route, are more urgent or as urgent and earlier, and were not chosen. */
function passedOver(chosen: Fate, all: readonly Fate[], now: number): string[] {
  const level = (fate: Fate) => levels.indexOf(fate.wish.priority);
  if (now - chosen.askedAt >= 30_000) return [];
  return all
    .filter(
      (other) =>
        other !== chosen &&
        other.wish.route === chosen.wish.route &&
        other.askedAt >= 0 &&
        other.grantedAt === undefined &&
        !other.gaveUp &&
        (level(other) < level(chosen) ||
          (level(other) === level(chosen) && other.askedAt < chosen.askedAt)),
    )
    .map((other) => `${other.nth} waits while ${chosen.nth} goes`);
}

describe('the limiter in every world that the specification allows', () => {
  it('is never refused, loses nothing, sends nothing twice, keeps the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(wish, { minLength: 1, maxLength: 160, size: 'max' }),
        async (made, wishes) => {
          const { fates, service, disorder } = await live(made, wishes);
          expect(service.refused).toBe(0);
          expect(fates.filter(({ sent, gaveUp }) => sent !== (gaveUp ? 0 : 1))).toEqual([]);
          expect(
            fates.filter(({ wish: { patience }, gaveUp }) => gaveUp && patience === null),
          ).toEqual([]);
          expect(disorder).toEqual([]);
        },
      ),
      drawn(40),
    );
  }, 600_000);

  it('is never refused after a restart either, clean or by a crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(wish, { minLength: 1, maxLength: 160, size: 'max' }),
        fc.record({ at: fc.integer({ min: 0, max: 100_000 }), clean: fc.boolean() }),
        async (made, wishes, crash) => {
          const { service } = await live(made, wishes, crash);
          expect(service.refused).toBe(0);
        },
      ),
      drawn(30),
    );
  }, 600_000);
});

describe('two devices of one user', () => {
  it('are refused only where one alone would not have been, and seldom', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...models),
        fc.constantFrom(...readings),
        fc.integer({ min: 1 }),
        async (model, reading, seed) => {
          const setting = { model, reading, seed, devices: 2, ms: 180_000 };
          const result = await shareOneKey({
            ...setting,
            routes: ['configs.serverStats', 'paidOptions.configStats'],
          });
          expect(result.avoidable).toBe(0);
          expect(result.refused).toBeLessThan(result.accepted / 10);
          expect(Math.min(...result.samples)).toBeGreaterThan(0);
        },
      ),
      drawn(2),
    );
  }, 600_000);
});
