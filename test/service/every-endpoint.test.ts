import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import { startService, type RunningService } from '#service/service.ts';
import { samples } from '#test/contract/samples.ts';
import { errorOf, sendRaw } from './client.ts';
import { validInput } from './valid-input.ts';

const ids = Object.keys(api) as EndpointId[];

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
