import { parentPort } from 'node:worker_threads';
import type { EndpointLimit } from '#core/limits/endpoint-queue.ts';
import { seededRandom } from '#test/core/fakes.ts';
import { culvert, saturate, type MakeContender } from '#test/simulator/saturate.ts';
import { models } from '#test/simulator/service-limits.ts';
import { createVirtualTime, virtualStart, type VirtualTime } from '#test/simulator/virtual-time.ts';
import type { PeerResult } from './peers.ts';

/** A route of the kind that statistics have: small, specific, requested without end. */
const limit = { max: 3, windowS: 5 };
const route: EndpointLimit = { id: 'configs.serverStats', limits: [limit], limitKind: 'specific' };

/** Replaces what this worker's libraries take for time. */
function makeTimeVirtual(time: () => VirtualTime): void {
  const cancels = new Map<object, () => void>();
  interface Timer {
    ref(): Timer;
    unref(): Timer;
    hasRef(): boolean;
  }
  const start = (run: (again: () => void) => void, ms: number): Timer => {
    const timer: Timer = { ref: () => timer, unref: () => timer, hasRef: () => true };
    const again = () => {
      cancels.set(
        timer,
        time().clock.after(Math.max(1, ms), () => {
          run(again);
        }),
      );
    };
    again();
    return timer;
  };
  const stop = (timer: object | undefined) => {
    if (timer) cancels.get(timer)?.();
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start(() => {
        run(...args);
      }, ms),
    setInterval: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      start((again) => {
        run(...args);
        again();
      }, ms),
    clearTimeout: stop,
    clearInterval: stop,
  });
  Date.now = () => time().clock.now();
  performance.now = () => time().clock.now() - virtualStart;
}

/** Each as its documentation says for "so many in so long", strictest where it offers a choice. */
const peers: Readonly<Record<string, MakeContender>> = {
  async bottleneck({ max, windowMs }) {
    const { default: Bottleneck } = await import('bottleneck');
    const queue = new Bottleneck({
      reservoir: max,
      reservoirRefreshAmount: max,
      reservoirRefreshInterval: windowMs,
    });
    return {
      name: 'bottleneck',
      send: (network, to) =>
        queue.schedule(async () => {
          await network.send(to);
        }),
    };
  },
  async 'p-throttle'({ max, windowMs }) {
    const { default: pThrottle } = await import('p-throttle');
    const throttle = pThrottle({ limit: max, interval: windowMs, strict: true });
    type Send = (
      network: { send(to: EndpointLimit): Promise<unknown> },
      to: EndpointLimit,
    ) => Promise<void>;
    const send: Send = async (network, to) => {
      await network.send(to);
    };
    return { name: 'p-throttle', send: throttle(send) };
  },
  async limiter({ max, windowMs }) {
    const { RateLimiter } = await import('limiter');
    const bucket = new RateLimiter({ tokensPerInterval: max, interval: windowMs });
    return {
      name: 'limiter',
      async send(network, to) {
        await bucket.removeTokens(1);
        await network.send(to);
      },
    };
  },
  async 'rate-limiter-flexible'({ max, windowMs }) {
    const { RateLimiterMemory, RateLimiterQueue } = await import('rate-limiter-flexible');
    const memory = new RateLimiterMemory({ points: max, duration: windowMs / 1000 });
    const queue = new RateLimiterQueue(memory, { maxQueueSize: 1000 });
    return {
      name: 'rate-limiter-flexible',
      async send(network, to) {
        await queue.removeTokens(1);
        await network.send(to);
      },
    };
  },
  async 'p-queue'({ max, windowMs }) {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ intervalCap: max, interval: windowMs, strict: true });
    return {
      name: 'p-queue',
      async send(network, to) {
        await queue.add(() => network.send(to));
      },
    };
  },
};

const roundTrips: readonly (readonly [number, number])[] = [
  [4, 20],
  [0, 200],
];

async function measure(name: string, make: MakeContender | undefined): Promise<PeerResult> {
  const refused: number[] = [];
  const used: number[] = [];
  for (const model of models) {
    for (const rtt of roundTrips) {
      now = createVirtualTime();
      const random = seededRandom(refused.length + 1);
      const contender = make
        ? await make({ max: limit.max, windowMs: limit.windowS * 1000 })
        : culvert(now.clock);
      const result = await saturate(now, contender, {
        model,
        reading: 'endpoint',
        route,
        limit,
        rtt,
        unit: () => random.unit(),
      });
      refused.push(result.refused);
      used.push(result.used);
    }
  }
  return { name, refused, used };
}

let now = createVirtualTime();
makeTimeVirtual(() => now);
const results = [await measure('culvert', undefined)];
for (const [name, make] of Object.entries(peers)) results.push(await measure(name, make));
parentPort?.postMessage(results);
