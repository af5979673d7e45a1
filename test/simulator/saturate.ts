import { overviewLimit } from '#contract/endpoint.ts';
import type { EndpointLimit } from '#core/api/limits/usage.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { createNetwork } from './network.ts';
import { createServiceLimits, type Model, type Reading } from './service-limits.ts';
import { createVirtualTime } from './virtual-time.ts';

interface SaturationResult {
  /** Part of all requests that were refused. */
  readonly refused: number;
  /** Accepted requests as a part of N/(W + RTT). */
  readonly used: number;
}

/** How long before measuring, and how long measured, virtual milliseconds. */
const warmUpMs = 180_000;
const measuredMs = 1_200_000;

/** Keeps twice as many requests wanting to go as one window takes, for twenty virtual minutes. */
export async function saturate(setting: {
  readonly model: Model;
  readonly reading: Reading;
  readonly route: EndpointLimit;
  /** The limit that bites. */
  readonly limit: { readonly max: number; readonly windowS: number };
  readonly rtt: readonly [number, number];
  readonly unit: () => number;
}): Promise<SaturationResult> {
  const { route, limit } = setting;
  const time = createVirtualTime();
  const limiter = new RateLimiter({ clock: time.clock, overview: overviewLimit });
  const service = createServiceLimits({ ...setting, overview: overviewLimit });
  const network = createNetwork({ ...setting, clock: time.clock, service });
  let over = false;
  async function want(): Promise<void> {
    while (!over) await network.sendUnder(await limiter.acquire(route, 'background'), route);
  }
  for (let n = 0; n < limit.max * 2; n += 1) void want();
  await time.run(warmUpMs);
  const before = service.accepted;
  await time.run(measuredMs);
  const accepted = service.accepted - before;
  over = true;
  const best = (limit.max / (limit.windowS * 1000 + network.meanRtt)) * measuredMs;
  return {
    refused: service.refused / (service.refused + service.accepted),
    used: accepted / best,
  };
}
