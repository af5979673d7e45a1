import { describe, expect, it } from 'vitest';
import { maxApiKeys } from '#contract/api/account/api-keys.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { jsonSchemaOf, withoutNull, type JsonSchema } from './json-schema.ts';
import { sampleInput } from './samples.ts';
import { specFacts } from './specification/spec-facts.ts';

/** The endpoints and fields that each line of part 3's value bounds is about. */
const boundSubjects: Readonly<Record<string, readonly (readonly [EndpointId, string])[]>> = {
  'API key name': [['apiKeys.create', 'body.name']],
  'config, cloud config, paid option config, subscription titles': [
    ['configs.setTitle', 'body.title'],
    ['cloudServers.createConfig', 'body.title'],
    ['cloudServers.setConfigTitle', 'body.title'],
    ['paidOptions.createConfig', 'body.title'],
    ['paidOptions.setConfigTitle', 'body.title'],
    ['paidOptions.setTitle', 'body.title'],
    ['customSubscriptions.create', 'body.title'],
    ['customSubscriptions.setTitle', 'body.title'],
  ],
  'proxy title': [['cloudServers.setProxyTitle', 'body.title']],
  promocode: [
    ['configs.create', 'body.promocode'],
    ['configs.renew', 'body.promocode'],
    ['cloudServers.create', 'body.promocode'],
    ['cloudServers.renew', 'body.promocode'],
    ['paidOptions.create', 'body.promocode'],
  ],
  'cloud server hostname': [['cloudServers.create', 'body.hostname']],
  'GET /configs limit': [['configs.list', 'query.limit']],
  'page size of devices': [
    ['devices.list', 'query.limit'],
    ['customSubscriptions.devices', 'query.limit'],
  ],
  'referral, payments and promocodes limit': [
    ['referral.list', 'query.limit'],
    ['payments.history', 'query.limit'],
    ['promocodes.list', 'query.limit'],
  ],
  'custom subscription items': [
    ['customSubscriptions.create', 'body.items'],
    ['customSubscriptions.setItems', 'body.items'],
  ],
  item_index: [
    ['customSubscriptions.create', 'body.items.0.item_index'],
    ['customSubscriptions.setItems', 'body.items.0.item_index'],
  ],
  device_limit: [
    ['paidOptions.setLimits', 'body.device_limit'],
    ['customSubscriptions.setDeviceSettings', 'body.device_limit'],
    ['devices.setSettings', 'body.device_limit'],
  ],
  'balance top-up and calculation amount': [
    ['balance.calculate', 'query.amount'],
    ['balance.topup', 'body.amount'],
  ],
  'withdrawal amount': [
    ['referral.withdrawSbp', 'body.amount'],
    ['referral.withdrawCard', 'body.amount'],
  ],
  'notification hours': [
    ['profile.setNotificationSettings', 'body.notification_start_hour'],
    ['profile.setNotificationSettings', 'body.notification_end_hour'],
  ],
  timezone_offset: [['profile.setNotificationSettings', 'body.timezone_offset']],
};

/** A copy of an input with one field replaced, named by its dotted path. */
function withField(input: unknown, path: string, value: unknown): unknown {
  const [key = '', ...rest] = path.split('.');
  const replaced = (inner: unknown): unknown =>
    rest.length === 0 ? value : withField(inner, rest.join('.'), value);
  if (Array.isArray(input)) {
    return input.map((inner: unknown, index) => (String(index) === key ? replaced(inner) : inner));
  }
  const fields = new Map<string, unknown>(Object.entries(input ?? {}));
  return Object.fromEntries(fields.set(key, replaced(fields.get(key))));
}

/** A value whose size is `size`, of the kind that the field holds. */
function sized(schema: JsonSchema, size: number): unknown {
  if (schema.type === 'string') return 'я'.repeat(Math.max(0, size));
  if (schema.type !== 'array') return size;
  return Array.from({ length: size }, () => ({ item_type: 'paid_option', item_reference_id: 1 }));
}

function schemaAt(schema: JsonSchema, path: string): JsonSchema {
  return path.split('.').reduce<JsonSchema>((at, key) => {
    const found = at.items ?? at.properties?.[key];
    if (found === undefined) throw new Error(`no ${path}`);
    return withoutNull(found);
  }, schema);
}

describe('a value bound of the specification', () => {
  it('is the maximum number of API keys per user', () => {
    const keys = specFacts.bounds.find(({ subject }) => subject === 'API keys per user');
    expect(maxApiKeys).toBe(keys?.max);
  });

  const subjects = specFacts.bounds.filter(({ subject }) => subject !== 'API keys per user');

  it('is known for every line of the table', () => {
    expect(Object.keys(boundSubjects)).toEqual(subjects.map(({ subject }) => subject));
  });

  const fields = [
    ...subjects.flatMap((bounds) =>
      (boundSubjects[bounds.subject] ?? []).map(([id, path]) => [id, path, bounds] as const),
    ),
    ...(['configs.setAwgConfig', 'cloudServers.setConfigAwg'] as const).flatMap((id) =>
      Object.entries(specFacts.awg).map(
        ([name, [min, max]]) => [id, `body.${name}`, { min, max }] as const,
      ),
    ),
  ];

  it.each(fields)(
    'holds in %s, which accepts %s within its bounds and refuses it beyond',
    (id, path, { min, max }) => {
      const endpoint: Endpoint = api[id];
      const schema = schemaAt(jsonSchemaOf(endpoint.input), path);
      const takes = (size: number): boolean =>
        endpoint.input.safeParse(withField(sampleInput(id), path, sized(schema, size))).success;
      if (max !== undefined) expect([takes(max), takes(max + 1)]).toEqual([true, false]);
      if (min !== undefined) expect([takes(min), takes(min - 1)]).toEqual([true, false]);
    },
  );
});
