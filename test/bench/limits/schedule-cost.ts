import process from 'node:process';
import { api } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import type { Clock } from '#core/ports.ts';
import { createRateLimiter } from '#core/limits/rate-limiter.ts';
import { figure, type Bench } from '#test/bench/figure.ts';

const requests = 10_000;
const wantedUs = 5;
/** The first are for the compiler. */
const warmUp = 5;
const rounds = 20;
const answer = { status: 200, headers: {} };

/** Processor time of this thread, microseconds: a busy machine does not lengthen it. */
function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Time that jumps to the next timer; nothing but the limiter's own work passes between. */
function createJumpingClock(): { readonly clock: Clock; readonly jump: () => boolean } {
  let now = 0;
  let next: { at: number; run: () => void } | undefined;
  return {
    clock: {
      now: () => now,
      monotonic: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run };
        next = timer;
        return () => {
          if (next === timer) next = undefined;
        };
      },
    },
    jump() {
      const timer = next;
      next = undefined;
      if (timer) now = timer.at;
      timer?.run();
      return timer !== undefined;
    },
  };
}

/** Microseconds for one of 10,000 requests that all wait at once: to queue, grant, answer it. */
async function once(): Promise<number> {
  const { clock, jump } = createJumpingClock();
  const limiter = createRateLimiter({ clock, overview: overviewLimit });
  const routes = Object.values(api);
  const priorities = ['user', 'reconciliation', 'on-screen', 'background'] as const;
  let done = 0;
  const started = cpuUs();
  for (let n = 0; n < requests; n += 1) {
    const route = routes[n % routes.length];
    const priority = priorities[n % 4];
    if (!route || !priority) continue;
    void limiter.acquire(route, priority).then((permit) => {
      permit.done(answer);
      done += 1;
    });
  }
  while (done < requests) {
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    jump();
  }
  return (cpuUs() - started) / requests;
}

/** 10,000 requests queued over all endpoints and four priorities, until the last was answered. */
export const scheduleCost: Bench = {
  id: 'limits.schedule-cost',
  async run() {
    const costs: number[] = [];
    for (let round = 0; round < warmUp + rounds; round += 1) costs.push((await once()) / wantedUs);
    return [
      figure('limits.schedule-cost', costs.slice(warmUp), {
        better: 'lower',
        target: 1,
        of: 'median',
        note: `of ${wantedUs} µs a request`,
      }),
    ];
  },
};
