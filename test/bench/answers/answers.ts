import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createSystemRandom } from '#adapters/system-random.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import { answerBounds, overviewLimit } from '#contract/endpoint.ts';
import { isWithinBounds } from '#core/api/answer-bounds.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { HttpResponse, HttpTransport } from '#core/kernel/ports.ts';
import { startService } from '#service/service.ts';
import { figure, type Bench } from '#test/bench/figure.ts';
import { validInput } from '#test/service/valid-input.ts';

const noticeableMs = 50;
const rounds = 3;
const ids = Object.keys(api) as EndpointId[];
const clock = createSystemClock();
/** An hour later whenever it is looked at, so that no request waits for the limits. */
let hours = 0;
const fastClock = { ...clock, monotonic: () => (hours += 1) * 3_600_000 };
const random = createSystemRandom();
const log = { write: () => undefined };

/** Calls an endpoint through a transport, as the program does. */
function caller(transport: HttpTransport, service: { readonly url: string; readonly key: string }) {
  const limiter = new RateLimiter({ clock: fastClock, overview: overviewLimit });
  const client = createApiClient({
    base: service.url,
    key: service.key,
    transport,
    limiter,
    clock,
    random,
    log,
  });
  return {
    /** The input is of the endpoint that `id` names, which the compiler cannot follow. */
    call: (id: EndpointId, input: unknown) => client.call(id, input as never, { priority: 'user' }),
    close: () => {
      limiter.stop();
    },
  };
}

type Json = z.output<ReturnType<typeof z.json>>;

/** The value with each of its outermost lists so many times over. */
function repeated(value: Json, times: number): Json {
  if (Array.isArray(value)) return Array.from({ length: times }, () => value).flat();
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, repeated(part, times)]),
  );
}

/** As long an answer as the endpoint may have: the lists of this one over and over. */
function lengthened(id: EndpointId, response: HttpResponse): HttpResponse {
  const answer = z.json().parse(JSON.parse(new TextDecoder().decode(response.body)));
  const longer = (times: number) => Buffer.from(JSON.stringify(repeated(answer, times)));
  let times = Math.floor(answerBounds[api[id].answerSize].bytes / response.body.byteLength);
  while (times > 1 && !isWithinBounds(api[id], longer(times))) times = Math.floor(times * 0.95);
  return { ...response, body: longer(times) };
}

/** Calls an endpoint of the local service; answers with how to get that answer again, lengthened. */
async function longCall(id: EndpointId) {
  const service = await startService({ limits: 'off' });
  const real = createUndiciTransport({ service: service.url });
  let answer: HttpResponse | undefined;
  const transport: HttpTransport = {
    ...real,
    send: async (request) => (answer ??= lengthened(id, await real.send(request))),
  };
  const { call, close } = caller(transport, service);
  const input = validInput(id, service.control);
  return {
    read: async () => {
      const result = await call(id, input);
      if (!result.ok) throw new Error(`${id}: ${result.failure.kind}`);
    },
    close: async () => {
      close();
      await real.close();
      await service.close();
    },
  };
}

/** The longest time in which the main thread did nothing else, milliseconds. */
async function longestPause(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await pause(10);
  await work();
  await pause(10);
  delay.disable();
  return delay.max / 1e6;
}

/** How long main does nothing else while it reads the longest answer of any endpoint. */
export const answers: Bench = {
  id: 'answers',
  async run() {
    const pauses: { readonly id: EndpointId; readonly ms: number }[] = [];
    for (const id of ids) {
      const { read, close } = await longCall(id);
      try {
        // The first call is for the compiler.
        await read();
        const single: number[] = [];
        for (let round = 0; round < rounds; round += 1) single.push(await longestPause(read));
        single.sort((a, b) => a - b);
        pauses.push({ id, ms: single[Math.floor(rounds / 2)] ?? NaN });
      } finally {
        await close();
      }
    }
    const worst = pauses.reduce((one, other) => (other.ms > one.ms ? other : one));
    return [
      figure(
        'answers.main-pause',
        pauses.map(({ ms }) => ms / noticeableMs),
        {
          better: 'lower',
          target: 1,
          of: 'worst',
          note: `of ${String(noticeableMs)} ms: longest pause of main for the longest answer of any endpoint, ${worst.id}`,
        },
      ),
    ];
  },
};
