import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { maxApiKeys } from '#contract/api/account/api-keys.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipc } from '#contract/ipc.ts';
import { flags } from '#contract/rules/flags.ts';
import { devicePage } from '#contract/constants.ts';
import {
  jsonSchemaOf,
  allowsNull,
  objectsOf,
  withoutNull,
  type JsonSchema,
} from './json-schema.ts';
import { badInput, sampleInput } from './samples.ts';
import { specFacts, type SpecEndpoint, type SpecField } from './specification/spec-facts.ts';

const ids = Object.keys(api) as EndpointId[];
const specOf = (endpoint: Endpoint): SpecEndpoint => {
  const found = specFacts.endpoints.find(
    ({ method, path }) => method === endpoint.method && path === endpoint.path,
  );
  if (found === undefined)
    throw new Error(`the specification has no ${endpoint.method} ${endpoint.path}`);
  return found;
};
const each = ids.map((id) => [id, api[id] as Endpoint, specOf(api[id])] as const);

type Bounds = Pick<SpecField, 'min' | 'max'>;

/** Bounds that part 3 states for a field by its own name, wherever it is sent. */
const generalBounds = new Map<string, Bounds>(
  specFacts.bounds
    .filter(({ subject }) => /^(promocode|item_index|device_limit|timezone_offset)$/.test(subject))
    .map((field) => [field.subject, stated(field)]),
);

function stated({ min, max }: { min?: number | undefined; max?: number | undefined }): Bounds {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** Values of fields whose endpoints leave them to part 1. */
const generalValues: Readonly<Record<string, readonly string[]>> = {
  protocol: specFacts.protocols,
  item_type: specFacts.itemTypes,
};

/** Bounds that go without saying: where a listing begins, and a count of bytes. */
const plainBounds: Readonly<Record<string, Bounds>> = {
  page: { min: 1 },
  offset: { min: 0 },
  traffic_limit: { min: 0 },
};

function boundsOf(field: SpecField): Bounds {
  const bounds = stated({ ...generalBounds.get(field.name), ...field });
  return { ...(field.name === 'limit' ? { min: 1 } : plainBounds[field.name]), ...bounds };
}

function boundsIn(schema: JsonSchema): Bounds {
  const min = schema.minimum ?? schema.minLength ?? schema.minItems;
  const max = schema.maximum ?? schema.maxLength ?? schema.maxItems;
  return stated({
    min: min === Number.MIN_SAFE_INTEGER ? undefined : min,
    max: max === Number.MAX_SAFE_INTEGER ? undefined : max,
  });
}

const typeNames: Readonly<Record<string, string>> = { integer: 'number', number: 'number' };

function expectField(schema: JsonSchema | undefined, field: SpecField): void {
  if (schema === undefined) throw new Error(`no field ${field.name}`);
  const value = withoutNull(schema);
  const type = String(value.type);
  if (field.type !== 'unstated') expect(typeNames[type] ?? type, field.name).toBe(field.type);
  expect(allowsNull(schema), `${field.name} may be null`).toBe(field.nullable);
  expect(boundsIn(value), field.name).toEqual(boundsOf(field));
  expect(value.enum, field.name).toEqual(field.values ?? generalValues[field.name]);
  if (field.each !== undefined && value.items !== undefined) expectFields(value.items, field.each);
}

function expectFields(schema: JsonSchema, fields: readonly SpecField[]): void {
  expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(
    fields.map(({ name }) => name).toSorted(),
  );
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  expect(schema.required?.toSorted() ?? []).toEqual(required.toSorted());
  for (const field of fields) expectField(schema.properties?.[field.name], field);
}

const flagFields = flags.map((name): SpecField => ({
  name,
  type: 'boolean',
  required: false,
  nullable: false,
}));

describe('the input of an endpoint', () => {
  it.each(each)('has the parameters of the specification: %s', (_id, endpoint, spec) => {
    const shape = jsonSchemaOf(endpoint.input);
    const body = [...spec.body, ...(spec.flags ? flagFields : [])];
    const path = spec.pathParams.map((param): SpecField => ({
      ...param,
      required: true,
      nullable: false,
      ...(param.type === 'string' ? { min: 1 } : {}),
    }));
    const places = { path, query: spec.query, body };
    const present = Object.entries(places).filter(([, fields]) => fields.length > 0);
    expect(Object.keys(shape.properties ?? {}).toSorted()).toEqual(
      present.map(([place]) => place).toSorted(),
    );
    for (const [place, fields] of present) {
      expectFields(shape.properties?.[place] ?? {}, fields);
    }
  });

  it.each(each)('accepts the valid sample and refuses the invalid one: %s', (id, endpoint) => {
    const good = endpoint.input.safeParse(sampleInput(id));
    expect(good.error?.issues).toBeUndefined();
    expect(good.data).toEqual(sampleInput(id));
    expect(endpoint.input.safeParse(badInput(id)).success).toBe(false);
  });

  it.each(each)('refuses an unknown key at any depth: %s', (id, endpoint) => {
    for (const object of objectsOf(jsonSchemaOf(endpoint.input))) {
      expect(object.additionalProperties).toBe(false);
    }
    const good: Readonly<Record<string, object>> = sampleInput(id);
    expect(endpoint.input.safeParse({ ...good, headers: {} }).success).toBe(false);
    for (const [place, fields] of Object.entries(good)) {
      const input = { ...good, [place]: { ...fields, unknown: 1 } };
      const refused = endpoint.input.safeParse(input);
      expect(refused.error?.issues.map(({ code }) => code)).toEqual(['unrecognized_keys']);
    }
  });
});

it('a user has as many API keys as the specification says', () => {
  const keys = specFacts.bounds.find(({ subject }) => subject === 'API keys per user');
  expect(maxApiKeys).toBe(keys?.max);
});

describe('a page of devices', () => {
  it('is the one of the specification where the request names none', () => {
    for (const id of ['devices.list', 'customSubscriptions.devices'] as const) {
      const { query } = specOf(api[id]);
      const unnamed = Object.fromEntries(query.map((field) => [field.name, field.default]));
      expect(unnamed).toEqual(devicePage);
    }
  });
});

describe('a requirement that depends on another field', () => {
  it('demands a location and a protocol for a configuration, but not for an activation key', () => {
    const { input } = api['configs.create'];
    const issues = (body: object) =>
      input.safeParse({ body }).error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(issues({})).toEqual([
      ['body.location_id', 'required-unless-as-key'],
      ['body.protocol', 'required-unless-as-key'],
    ]);
    expect(issues({ as_key: false, location_id: 1 })).toEqual([
      ['body.protocol', 'required-unless-as-key'],
    ]);
    expect(issues({ as_key: true, tariff_id: 1 })).toBeUndefined();
  });

  it.each(['configs', 'cloudServers', 'paidOptions'] as const)(
    'demands days when the auto-renewal of %s is switched on, not when it is switched off',
    (section) => {
      const id = `${section}.setAutoRenewal` as const;
      const endpoint: Endpoint = api[id];
      const { path } = sampleInput(id);
      const issues = (body: object) =>
        endpoint.input.safeParse({ path, body }).error?.issues.map(({ message }) => message);
      expect(issues({ enabled: true })).toEqual(['days-required-when-enabling']);
      expect(issues({ enabled: true, days: 30 })).toBeUndefined();
      expect(issues({ enabled: false })).toBeUndefined();
    },
  );
});

/** The texts and lists of an input that may be of any length, by their paths. */
function unboundedParts(schema: JsonSchema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], pattern, maxItems } = schema;
  const longest = schema.maxLength ?? schema.longest;
  const isText = [type].flat().includes('string') && schema.enum === undefined;
  return [
    ...(isText && schema.const === undefined && (pattern ?? longest) === undefined ? [path] : []),
    ...(items !== undefined && maxItems === undefined ? [`${path}[]`] : []),
    ...Object.entries(properties).flatMap(([name, field]) =>
      unboundedParts(field, `${path}.${name}`),
    ),
    ...(items === undefined ? [] : unboundedParts(items, `${path}[]`)),
    ...anyOf.flatMap((each) => unboundedParts(each, path)),
  ];
}

it('every command and endpoint bounds the texts and lists that a page passes', () => {
  const inputs = [...Object.entries(ipc.commands), ...Object.entries(api)].map(
    ([name, { input }]) =>
      [name, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })] as const,
  );
  const found = inputs.flatMap(([name, schema]) => unboundedParts(schema as JsonSchema, name));
  expect(found).toEqual([]);
});
