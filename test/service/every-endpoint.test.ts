import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { successEnvelope } from '#test/contract/success-envelope.ts';
import { startService, type RunningService } from '#service/service.ts';
import { samples } from '#test/contract/samples.ts';
import { errorOf, send, sendRaw, testServices } from './client.ts';
import { validInput } from './valid-input.ts';

const ids = Object.keys(api) as EndpointId[];
const { start } = testServices();

describe.each(ids)('%s', (id) => {
  const endpoint = api[id];

  it('answers a valid input over a real socket with data that matches its schema exactly', async () => {
    const reported: string[] = [];
    const service = await start({ report: (message) => void reported.push(message) });
    const received = await send(service, id, validInput(id, service.control));

    expect(received).toMatchObject({ body: { status: true, statusCode: received.status } });
    expect(endpoint.statuses).toContain(received.status);
    const envelope = successEnvelope(endpoint.data as z.ZodType).parse(received.body);
    expect(unknownFields(endpoint.data, envelope.data)).toEqual([]);
    expect(reported).toEqual([]);
  });
});

describe('the local service', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ limits: 'off' });
  });
  afterAll(() => service.close());

  it.each(ids)('refuses %s without a key', async (id) => {
    const input = validInput(id, service.control);
    const received = await sendRaw({ url: service.url, key: 'none' }, id, input);
    expect(received.body).toMatchObject({ status: false, statusCode: 401 });
  });

  it.each(ids.filter((id) => hasBody(samples[id].bad)))(
    'answers a bad body of %s with the error body, and changes nothing',
    async (id) => {
      const before = JSON.stringify(service.control.state);
      const received = await sendRaw(service, id, samples[id].bad as { body: unknown });
      expect(errorOf(received).status).toBe(400);
      expect(JSON.stringify(service.control.state)).toBe(before);
    },
  );
});

function hasBody(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'body' in input;
}

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
