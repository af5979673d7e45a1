import { describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit, type Endpoint } from '#contract/endpoint.ts';
import { startService, type RunningService } from '#service/service.ts';
import { createSystemClock } from '#adapters/system-clock.ts';
import { createUndiciTransport } from '#adapters/transport/undici-transport.ts';
import { createApiClient } from '#core/api/api-client.ts';
import type { HttpResponse, HttpTransport } from '#core/kernel/ports.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { successEnvelope } from '#test/contract/success-envelope.ts';
import { validInput } from '#test/service/valid-input.ts';
import { recordingLog, seededRandom } from '#test/core/fakes.ts';

const ids = Object.keys(api) as EndpointId[];

/** The client as the program builds it, and what its transport received. */
function clientOf(service: Pick<RunningService, 'url' | 'key'>) {
  const real = createUndiciTransport({ service: service.url });
  const received: HttpResponse[] = [];
  const transport: HttpTransport = {
    ...real,
    async send(request) {
      const answer = await real.send(request);
      received.push(answer);
      return answer;
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
  return { client, received, close: () => real.close() };
}

describe('the client calls every endpoint over a real socket', () => {
  it.each(ids)('%s: and understands the answer, which has what its schema says', async (id) => {
    const reported: string[] = [];
    const service = await startService({ report: (message) => void reported.push(message) });
    const { client, received, close } = clientOf(service);
    onTestFinished(async () => {
      await close();
      await service.close();
    });
    const { statuses, data }: Endpoint = api[id];
    const input = validInput(id, service.control) as never;
    expect(await client.call(id, input, { priority: 'user' })).toMatchObject({ ok: true });
    const [answer, ...others] = received;
    expect(others).toEqual([]);
    expect(statuses).toContain(answer?.status);
    const body: unknown = JSON.parse(Buffer.from(answer?.body ?? []).toString());
    expect(body).toMatchObject({ status: true, statusCode: answer?.status });
    expect(unknownFields(data, successEnvelope(data).parse(body).data)).toEqual([]);
    expect(reported).toEqual([]);
  });
});

/** Paths of the fields in `data` that its schema does not know. */
function unknownFields(schema: z.ZodType, data: unknown, at = 'data'): string[] {
  const def = schema.def as unknown as Record<string, unknown>;
  if (data === null || typeof data !== 'object' || 'known' in schema) return [];
  switch (def['type']) {
    case 'array':
      return (data as unknown[]).flatMap((item, index) =>
        unknownFields(def['element'] as z.ZodType, item, `${at}[${String(index)}]`),
      );
    case 'optional':
    case 'nullable':
      return unknownFields(def['innerType'] as z.ZodType, data, at);
    case 'union': {
      const options = def['options'] as z.ZodType[];
      const fitting = options.find((option) => option.safeParse(data).success);
      return fitting === undefined ? [at] : unknownFields(fitting, data, at);
    }
    case 'object': {
      const shape = def['shape'] as Record<string, z.ZodType>;
      return Object.entries(data).flatMap(([name, value]) => {
        const field = shape[name];
        return field === undefined
          ? [`${at}.${name}`]
          : unknownFields(field, value, `${at}.${name}`);
      });
    }
    default:
      return [];
  }
}
