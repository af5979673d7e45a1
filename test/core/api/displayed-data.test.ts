import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { endpoint, global, type Endpoint } from '#contract/endpoint.ts';
import { displayedData, namedFields } from '#core/api/redaction.ts';
import { jsonSchemaOf, strangeExamples } from '#test/contract/json-schema.ts';

const exposed = (Object.keys(api) as EndpointId[])
  .map((id): Endpoint => api[id])
  .filter(({ exposure }) => exposure !== 'main');

describe('the part of an answer that is passed to the window', () => {
  it.each(exposed.map((each) => [each.id, each] as const))(
    'of %s has no field that its schema does not name',
    (_id, each) => {
      for (const data of strangeExamples(jsonSchemaOf(each.data))) {
        expect(each.data.safeParse(data).success).toBe(true);
        expect(JSON.stringify([displayedData(each, data)])).not.toContain('field_of_tomorrow');
      }
    },
  );

  it.each(exposed.filter(({ secrets }) => secrets.length > 0).map((each) => [each.id, each]))(
    'of %s has no secret',
    (_id, each) => {
      for (const data of strangeExamples(jsonSchemaOf(each.data))) {
        const displayed = displayedData(each, data);
        const shown = each.secrets.flatMap((path) => valuesAt(displayed, path));
        expect(shown.filter((value) => value !== null && value !== undefined)).toEqual([]);
      }
    },
  );

  it('is null where the schema has no structure', () => {
    const data = z.looseObject({ id: z.int(), more: z.unknown() });
    const read = { ...endpointWith(data), id: 'made.up' };
    expect(displayedData(read, { id: 5, more: { key: 'K' }, extra: 'E' })).toEqual({
      id: 5,
      more: null,
    });
  });

  it('is null where the data is not what its schema describes', () => {
    const shape = z.object({ a: z.int() });
    expect(namedFields(z.array(shape), { a: 1 })).toBeNull();
    expect(namedFields(shape, 'text')).toBeNull();
    expect(namedFields(z.union([shape, z.string()]), 7)).toBeNull();
    expect(namedFields(z.string(), { key: 'K' })).toBeNull();
    expect(namedFields(shape, undefined)).toBeUndefined();
  });

  it('is of the kind of a union that the data has, and never an inherited name', () => {
    const either = z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]);
    expect(namedFields(either, { b: 2, key: 'K' })).toEqual({ b: 2 });
    const inherited = JSON.parse('{"a":1,"constructor":"K","toString":"K"}') as unknown;
    expect(Object.keys(namedFields(z.object({ a: z.int() }), inherited) as object)).toEqual(['a']);
    for (const maybe of [z.object({ a: z.int() }).nullable(), z.object({ a: z.int() }).optional()])
      expect(namedFields(maybe, { a: 1, b: 2 })).toEqual({ a: 1 });
  });

  it('keeps what the schema names: absence, null, unknown values of a vocabulary', () => {
    const data = z.array(
      z.looseObject({ a: z.string().optional(), b: z.string().nullable(), c: z.boolean() }),
    );
    const read = { ...endpointWith(data), id: 'made.up' };
    expect(displayedData(read, [{ b: null, c: false, d: 1 }])).toEqual([{ b: null, c: false }]);
  });
});

function valuesAt(data: unknown, path: string): unknown[] {
  const steps = path === '' ? [] : path.replaceAll(/(?<=[^.])\[\]/g, '.[]').split('.');
  return steps.reduce<unknown[]>(
    (values, step) =>
      values.flatMap((value) => {
        if (step === '[]') return Array.isArray(value) ? (value as unknown[]) : [];
        return typeof value === 'object' && value !== null
          ? [Reflect.get(value, step) as unknown]
          : [];
      }),
    [data],
  );
}

function endpointWith(data: z.ZodType) {
  return endpoint({
    method: 'GET',
    path: '/made-up',
    ...global(300),
    data,
    statuses: [200],
    effect: 'read',
  });
}
