import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { answerBounds, type Endpoint, overviewLimit } from '#contract/endpoint.ts';
import { isWithinBounds } from '#core/api/answer-bounds.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { readElements } from '#core/api/elements.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { sampleInput } from '#test/contract/samples.ts';
import { manualClock, recordingLog, scriptedTransport, seededRandom } from '#test/core/fakes.ts';
import { sampled } from '#test/simulator/deep.ts';

const ids = Object.keys(api) as EndpointId[];

/** The replacement of each element of the outermost lists of an answer. */
type Fill = 'as described' | 'empty records' | 'nulls';

/** Data in the shape of a schema, its outermost lists with so many elements. */
function shapedAs(schema: z.core.$ZodType, count: number, fill: Fill): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapedAs(schema.unwrap(), count, fill);
  }
  if (schema instanceof z.ZodUnion) return shapedAs(schema.options[0] ?? z.null(), count, fill);
  if (schema instanceof z.ZodArray) {
    return Array.from({ length: count }, () => {
      if (fill === 'as described') return shapedAs(schema.element, 2, fill);
      return fill === 'nulls' ? null : {};
    });
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, shapedAs(field, count, fill)]));
  }
  if (schema instanceof z.ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  return 'x';
}

function bodyOf(data: unknown): Uint8Array {
  return Buffer.from(JSON.stringify({ status: true, data }));
}

/** The most elements, a power of two, with which an answer of this shape is within the bounds. */
function mostElements(endpoint: Endpoint, fill: Fill): number {
  let count = 1;
  while (
    count < 2 ** 20 &&
    isWithinBounds(endpoint, bodyOf(shapedAs(endpoint.data, count * 2, fill)))
  ) {
    count *= 2;
  }
  return count;
}

/** The data, and how often something looked at or changed a part of it. */
function counted(data: unknown): { readonly data: unknown; readonly looks: () => number } {
  let looks = 0;
  const known = new WeakMap<object, object>();
  const handler: ProxyHandler<object> = {
    get: (target, name) => {
      looks += 1;
      return wrapped(Reflect.get(target, name));
    },
    set: (target, name, value) => {
      looks += 1;
      return Reflect.set(target, name, value);
    },
    has: (target, name) => {
      looks += 1;
      return Reflect.has(target, name);
    },
    ownKeys: (target) => {
      const names = Reflect.ownKeys(target);
      looks += names.length;
      return names;
    },
    deleteProperty: (target, name) => {
      looks += 1;
      return Reflect.deleteProperty(target, name);
    },
  };
  function wrapped(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const proxy = known.get(value) ?? new Proxy(value, handler);
    known.set(value, proxy);
    return proxy;
  }
  return { data: wrapped(data), looks: () => looks };
}

/** How often reading an answer of this shape looks at its data. */
function work(endpoint: Endpoint, count: number, fill: Fill): number {
  const { data, looks } = counted(shapedAs(endpoint.data, count, fill));
  readElements(endpoint.data, data);
  return looks();
}

describe.each<Fill>(['as described', 'empty records', 'nulls'])(
  'the largest answer, of %s,',
  (fill) => {
    it.each(sampled(ids, 4))('%s: takes work that grows with its length alone', (id) => {
      const endpoint: Endpoint = api[id];
      const most = mostElements(endpoint, fill);
      const half = work(endpoint, Math.ceil(most / 2), fill);
      const whole = work(endpoint, most, fill);
      expect(whole).toBeLessThanOrEqual(2.2 * half + 1000);
      expect(whole).toBeLessThanOrEqual(50 * answerBounds[endpoint.answerSize].values);
    });
  },
);

describe('an answer beyond the bounds', () => {
  it.each(ids)('%s: is handed to nobody', async (id) => {
    const clock = manualClock();
    const tooMany = bodyOf(Array(answerBounds[api[id].answerSize].values).fill({}));
    const transport = scriptedTransport(() => ({ status: 200, headers: {}, body: tooMany }));
    const client = createApiClient({
      base: 'https://vpn.example.com',
      key: 'svc_abcdefgh_0123456789abcdef01234567',
      transport,
      limiter: new RateLimiter({ clock, overview: overviewLimit }),
      clock,
      random: seededRandom(),
      log: recordingLog(),
    });
    const received: unknown[] = [];
    const called = client.call(id, sampleInput(id), {
      priority: 'user',
      onAnswer: (answer: unknown) => received.push(answer),
    });
    await clock.advance(120_000);
    expect(await called).toMatchObject({ ok: false, failure: { reason: 'too-large' } });
    expect(received).toEqual([]);
  });
});
