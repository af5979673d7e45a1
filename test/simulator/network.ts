import type { EndpointLimit } from '#core/api/limits/usage.ts';
import type { Permit } from '#core/api/limits/rate-limiter.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { Answer, ServiceLimits } from './service-limits.ts';

export interface Network {
  /** Sends one request; resolves with the answer, or with `undefined` at the deadline. */
  send(route: EndpointLimit): Promise<Answer | undefined>;
  /** The same under a permit, which is ended as an honest client would. */
  sendUnder(permit: Permit, route: EndpointLimit): Promise<Answer | undefined>;
  /** Longest round trip that was seen, and the mean. */
  readonly meanRtt: number;
}

/** After which a client no longer waits for an answer, milliseconds. */
const deadlineMs = 10_000;

/**
 * Round trips of `rtt[0]` to `rtt[1]` milliseconds, each way its own part of it by chance; a part of
 * `loss` of all answers never comes back, half of those requests never arrive.
 */
export function createNetwork(options: {
  readonly clock: Clock;
  readonly service: ServiceLimits;
  readonly unit: () => number;
  readonly rtt: readonly [number, number];
  readonly loss?: number;
  /** Which device sends, where there are several. */
  readonly device?: string;
}): Network {
  const { clock, service, unit, rtt, loss = 0, device } = options;
  let sum = 0;
  let trips = 0;

  function send(route: EndpointLimit): Promise<Answer | undefined> {
    const trip = rtt[0] + unit() * (rtt[1] - rtt[0]);
    const there = trip * unit();
    const lost = unit() < loss;
    const arrives = !lost || unit() < 0.5;
    sum += trip;
    trips += 1;
    return new Promise((resolve) => {
      if (arrives) {
        clock.after(there, () => {
          const answer = service.arrive(route, clock.monotonic(), device);
          if (lost) return;
          clock.after(trip - there, () => {
            resolve(answer);
          });
        });
      }
      if (lost) {
        clock.after(deadlineMs, () => {
          resolve(undefined);
        });
      }
    });
  }

  return {
    send,
    async sendUnder(permit, route) {
      const answer = await send(route);
      if (answer) permit.done(answer);
      else permit.lost();
      return answer;
    },
    get meanRtt() {
      return trips === 0 ? 0 : sum / trips;
    },
  };
}
