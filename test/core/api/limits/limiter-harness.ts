import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { EndpointLimit } from '#core/api/limits/usage.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import { createVirtualTime } from '#test/simulator/virtual-time.ts';

export const overview = { max: 60, windowS: 60 };
export const list: EndpointLimit = {
  id: 'configs.list',
  limits: [{ max: 300, windowS: 60 }],
  limitKind: 'default',
};
export const stats: EndpointLimit = {
  id: 'configs.serverStats',
  limits: [{ max: 3, windowS: 5 }],
  limitKind: 'specific',
};
export const title: EndpointLimit = {
  id: 'configs.setTitle',
  limits: [{ max: 1, windowS: 1 }],
  limitKind: 'specific',
};
export const ok = { status: 200, headers: {} };

export function headers(limit: number, remaining: number) {
  return {
    status: 200,
    headers: {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
    },
  };
}

/** A limiter in virtual time, and hands to ask it with. */
export function limiterInVirtualTime(
  more: Partial<ConstructorParameters<typeof RateLimiter>[0]> = {},
) {
  const time = createVirtualTime();
  const reported: (number | null)[] = [];
  const onWait = (until: number | null) => reported.push(until);
  const limiter = new RateLimiter({ clock: time.clock, overview, onWait, ...more });
  const granted: string[] = [];
  /** Asks and, when granted, notes it under `name`; answers after `rtt` unless it is `null`. */
  async function ask(
    endpoint: EndpointLimit,
    priority: Priority,
    name: string,
    rtt: number | null = 0,
    answer = ok,
    signal?: AbortSignal,
  ): Promise<void> {
    const permit = await limiter.acquire(endpoint, priority, signal);
    granted.push(name);
    if (rtt === 0) permit.done(answer);
    else if (rtt !== null) time.clock.after(rtt, () => permit.done(answer));
  }
  async function spend(endpoint: EndpointLimit, count: number, answer = ok): Promise<void> {
    for (let n = 0; n < count; n += 1) (await limiter.acquire(endpoint, 'user')).done(answer);
  }
  return { time, limiter, granted, reported, ask, spend };
}
