import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import type { Result } from '#contract/failure.ts';
import { startService, type RunningService } from '#service/service.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApiClient, type ApiClient } from '#core/api/api-client.ts';
import type { HttpTransport } from '#core/kernel/ports.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { samples } from '#test/contract/samples.ts';
import { validInput } from '#test/service/valid-input.ts';
import { recordingLog, seededRandom } from '#test/core/fakes.ts';

const ids = Object.keys(api) as EndpointId[];
const user = { priority: 'user' } as const;

/** The client as the program builds it, and a count of what its transport was given. */
function clientOf(service: Pick<RunningService, 'url' | 'key'>) {
  const real = createUndiciTransport({ service: service.url });
  let sent = 0;
  const transport: HttpTransport = {
    ...real,
    send(request) {
      sent += 1;
      return real.send(request);
    },
  };
  const clock = createSystemClock();
  const client = createApiClient({
    base: service.url,
    key: service.key,
    transport,
    limiter: new RateLimiter({ clock, overview: overviewLimit }),
    clock,
    random: seededRandom(),
    log: recordingLog(),
  });
  return { client, sent: () => sent, close: () => real.close() };
}

/** The input is of the row that `id` names, which the compiler cannot follow through a loop. */
function call(client: ApiClient, id: EndpointId, input: unknown): Promise<Result<unknown>> {
  return client.call(id, input as never, user);
}

describe('the client calls every endpoint over a real socket', () => {
  let service: RunningService;
  let open: ReturnType<typeof clientOf>;
  beforeEach(async () => {
    service = await startService();
    open = clientOf(service);
    return async () => {
      await open.close();
      await service.close();
    };
  });

  it.each(ids)('%s: and understands the answer', async (id) => {
    const result = await call(open.client, id, validInput(id, service.control));
    expect(result).toMatchObject({ ok: true });
    expect(open.sent()).toBe(1);
  });
});

describe('a bad input never leaves the machine', () => {
  let service: RunningService;
  let open: ReturnType<typeof clientOf>;
  beforeAll(async () => {
    service = await startService();
    open = clientOf(service);
  });
  afterAll(async () => {
    await open.close();
    await service.close();
  });

  it.each(ids)('%s', async (id) => {
    const result = await call(open.client, id, samples[id].bad);
    expect(result).toMatchObject({ failure: { kind: 'invalid-input', endpoint: id } });
    expect(open.sent()).toBe(0);
  });
});
