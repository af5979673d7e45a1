import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overviewLimit } from '#contract/endpoint.ts';
import type { PersistedUsage } from '#core/api/limits/usage.ts';
import type { EndpointLimit } from '#core/api/limits/usage.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { drawn } from '#test/simulator/deep.ts';
import { createNetwork } from '#test/simulator/network.ts';
import { shareOneKey } from '#test/simulator/shared-key.ts';
import { createServiceLimits, models, readings } from '#test/simulator/service-limits.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';
import { seededRandom } from '#test/core/fakes.ts';

/** Endpoints with each kind of limit that the specification states. */
const endpoints: readonly EndpointLimit[] = [
  { id: 'default', limits: [{ max: 300, windowS: 60 }], limitKind: 'default' },
  { id: 'default too', limits: [{ max: 200, windowS: 60 }], limitKind: 'default' },
  { id: 'template', limits: [{ max: 60, windowS: 60 }], limitKind: 'default' },
  { id: 'stats', limits: [{ max: 3, windowS: 5 }], limitKind: 'specific' },
  { id: 'one', limits: [{ max: 1, windowS: 1 }], limitKind: 'specific' },
  { id: 'reboot', limits: [{ max: 1, windowS: 30 }], limitKind: 'specific' },
  { id: 'rare', limits: [{ max: 2, windowS: 60 }], limitKind: 'specific' },
];
const levels: readonly Priority[] = ['user', 'reconciliation', 'on-screen', 'background'];

interface PlannedRequest {
  readonly at: number;
  readonly endpoint: EndpointLimit;
  readonly priority: Priority;
  /** Aborted after so many milliseconds, or never. */
  readonly abortAfter: number | null;
}

const planned: fc.Arbitrary<PlannedRequest> = fc.record({
  at: fc.oneof(fc.integer({ min: 0, max: 150_000 }), fc.constantFrom(0, 60_000, 61_000)),
  endpoint: fc.oneof(fc.constantFrom(...endpoints.slice(0, 4)), fc.constantFrom(...endpoints)),
  priority: fc.constantFrom(...levels),
  abortAfter: fc.option(fc.integer({ min: 0, max: 20_000 }), { freq: 6 }),
});

const conditions = fc.record({
  model: fc.constantFrom(...models),
  reading: fc.constantFrom(...readings),
  headers: fc.constantFrom('tightest' as const, 'none' as const),
  rtt: fc.constantFrom<[number, number][]>([0, 0], [1, 20], [0, 200], [150, 200]),
  loss: fc.constantFrom(0, 0, 0.05),
  seed: fc.nat(),
});

type Conditions = typeof conditions extends fc.Arbitrary<infer Made> ? Made : never;

interface Outcome {
  readonly planned: PlannedRequest;
  readonly nth: number;
  requestedAt: number;
  grantedAt: number | undefined;
  aborted: boolean;
  sent: number;
}

/** Sends the requests; answers with the outcome of each, and what the service saw. */
async function simulate(
  setting: Conditions,
  plan: readonly PlannedRequest[],
  crash?: { readonly at: number; readonly clean: boolean },
) {
  const time = createVirtualTime();
  const random = seededRandom(setting.seed);
  const unit = () => random.unit();
  const service = createServiceLimits({ ...setting, overview: overviewLimit, unit });
  const network = createNetwork({ ...setting, clock: time.clock, service, unit });
  let persisted: PersistedUsage | undefined;
  const open = () =>
    new RateLimiter({
      clock: time.clock,
      overview: overviewLimit,
      ...(persisted && { usage: persisted }),
      persist: (usage) => (persisted = usage),
    });
  let limiter = open();
  const outcomes: Outcome[] = plan.map((each, nth) => ({
    planned: each,
    nth,
    requestedAt: -1,
    grantedAt: undefined,
    aborted: false,
    sent: 0,
  }));
  const disorder: string[] = [];

  async function send(outcome: Outcome): Promise<void> {
    const { endpoint, priority, abortAfter } = outcome.planned;
    outcome.requestedAt = time.clock.monotonic();
    const control = new AbortController();
    if (abortAfter !== null) {
      time.clock.after(abortAfter, () => control.abort());
    }
    let permit;
    try {
      permit = await limiter.acquire(endpoint, priority, control.signal);
    } catch {
      outcome.aborted = true;
      return;
    }
    outcome.grantedAt = time.clock.monotonic();
    disorder.push(...overtaken(outcome, outcomes, time.clock.monotonic()));
    if (control.signal.aborted) {
      outcome.aborted = true;
      permit.unsent();
      return;
    }
    outcome.sent += 1;
    await network.sendUnder(permit, endpoint);
  }

  for (const outcome of outcomes) {
    time.clock.after(outcome.planned.at, () => void send(outcome));
  }
  if (crash) {
    time.clock.after(crash.at, () => {
      limiter.stop();
      if (crash.clean) persisted = limiter.save();
      limiter = open();
    });
  }
  await time.run(3_600_000);
  return { outcomes, service, disorder };
}

/** Requests at the same endpoint that should have gone before the granted one. */
function overtaken(granted: Outcome, all: readonly Outcome[], now: number): string[] {
  const level = (outcome: Outcome) => levels.indexOf(outcome.planned.priority);
  if (now - granted.requestedAt >= 30_000) return [];
  return all
    .filter(
      (other) =>
        other !== granted &&
        other.planned.endpoint === granted.planned.endpoint &&
        other.requestedAt >= 0 &&
        other.grantedAt === undefined &&
        !other.aborted &&
        (level(other) < level(granted) ||
          (level(other) === level(granted) && other.requestedAt < granted.requestedAt)),
    )
    .map((other) => `${other.nth} waits while ${granted.nth} goes`);
}

describe('the limiter against every service that the specification allows', () => {
  it('is never refused, loses nothing, sends nothing twice and keeps the order', async () => {
    await fc.assert(
      fc.asyncProperty(
        conditions,
        fc.array(planned, { minLength: 1, maxLength: 160, size: 'max' }),
        async (setting, plan) => {
          const { outcomes, service, disorder } = await simulate(setting, plan);
          expect(service.refused).toBe(0);
          expect(outcomes.filter(({ sent, aborted }) => sent !== (aborted ? 0 : 1))).toEqual([]);
          expect(
            outcomes.filter(
              ({ planned: { abortAfter }, aborted }) => aborted && abortAfter === null,
            ),
          ).toEqual([]);
          expect(disorder).toEqual([]);
        },
      ),
      drawn(20, 4000),
    );
  }, 600_000);

  it('is never refused after a restart either, clean or by a crash', async () => {
    await fc.assert(
      fc.asyncProperty(
        conditions,
        fc.array(planned, { minLength: 1, maxLength: 160, size: 'max' }),
        fc.record({ at: fc.integer({ min: 0, max: 100_000 }), clean: fc.boolean() }),
        async (setting, plan, crash) => {
          const { service } = await simulate(setting, plan, crash);
          expect(service.refused).toBe(0);
        },
      ),
      drawn(15, 3000),
    );
  }, 600_000);
});

describe('two clients of one user', () => {
  it('are refused only where one alone would not have been, and rarely', async () => {
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
