import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { displayedData } from '#core/api/redaction.ts';
import { jsonSchemaOf, strangeExamples } from '#test/contract/json-schema.ts';

const exposed = (Object.keys(api) as EndpointId[])
  .map((id): Endpoint => api[id])
  .filter(({ exposure }) => exposure !== 'main');

describe('the part of an answer that is passed to the window', () => {
  it.each(exposed.map((each) => [each.id, each] as const))(
    'of %s has no field that its schema does not name',
    (_id, each) => {
      for (const data of strangeExamples(jsonSchemaOf(each.data))) {
        const displayed = displayedData(each, each.data.parse(data));
        expect(JSON.stringify([displayed])).not.toContain('field_of_tomorrow');
      }
    },
  );

  it.each(exposed.filter(({ secrets }) => secrets.length > 0).map((each) => [each.id, each]))(
    'of %s has no secret',
    (_id, each) => {
      for (const data of strangeExamples(jsonSchemaOf(each.data))) {
        const displayed = displayedData(each, each.data.parse(data));
        const shown = each.secrets.flatMap((path) => valuesAt(displayed, path));
        expect(shown.filter((value) => value !== null && value !== undefined)).toEqual([]);
      }
    },
  );
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
