import { overviewLimit } from '#contract/endpoint.ts';
import type { EndpointLimit } from '#core/limits/endpoint-queue.ts';
import type { Clock } from '#core/ports.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { createNetwork, type Network } from './network.ts';
import { createServiceLimits, type Model, type Reading } from './service-limits.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Something that says when a request may go. */
interface Contender {
  readonly name: string;
  /** Waits for its turn, sends, and says whether the service accepted. */
  send(network: Network, route: EndpointLimit): Promise<void>;
}

/** A contender that knows one limit of `max` per `windowMs`. */
export type MakeContender = (limit: { max: number; windowMs: number }) => Promise<Contender>;

interface SaturationResult {
  /** Part of all requests that were refused. */
  readonly refused: number;
  /** Accepted requests as a part of N/(W + RTT). */
  readonly used: number;
}

/** How long before measuring, and how long measured, virtual milliseconds. */
const warmUpMs = 180_000;
const measuredMs = 1_200_000;

/** Culvert's own limiter on this route, asking in the background. */
export function culvert(clock: Clock): Contender {
  const limiter = createRateLimiter({ clock, overview: overviewLimit });
  return {
    name: 'culvert',
    async send(network, route) {
      await network.sendUnder(await limiter.acquire(route, 'background'), route);
    },
  };
}

/** Keeps twice as many requests wanting to go as one window takes, for twenty virtual minutes. */
export async function saturate(
  time: VirtualTime,
  contender: Contender,
  setting: {
    readonly model: Model;
    readonly reading: Reading;
    readonly route: EndpointLimit;
    /** The limit that bites. */
    readonly limit: { readonly max: number; readonly windowS: number };
    readonly rtt: readonly [number, number];
    readonly unit: () => number;
  },
): Promise<SaturationResult> {
  const { route, limit } = setting;
  const service = createServiceLimits({ ...setting, overview: overviewLimit });
  const network = createNetwork({ ...setting, clock: time.clock, service });
  let over = false;
  async function want(): Promise<void> {
    while (!over) await contender.send(network, route);
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
