import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiKeyListItem, CreatedApiKey } from '#contract/api/account/api-keys.ts';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as cloud from '#contract/records/cloud-servers.ts';
import * as configs from '#contract/records/configs.ts';
import * as custom from '#contract/records/custom-subscriptions.ts';
import * as devices from '#contract/records/devices.ts';
import * as money from '#contract/records/money.ts';
import * as paid from '#contract/records/paid-options.ts';
import * as profile from '#contract/records/profile.ts';
import * as shared from '#contract/records/shared.ts';
import {
  allowsNull,
  jsonSchemaOf,
  knownOf,
  objectsOf,
  strangeExamples,
  type JsonSchema,
} from './json-schema.ts';
import { specFacts } from './specification/spec-facts.ts';

const ids = Object.keys(api) as EndpointId[];
const each = ids.map((id) => [id, api[id] as Endpoint] as const);

/** The schema of each record, by the name that part 1 gives it. */
const records: Readonly<Record<string, z.ZodType>> = {
  'VPN configuration': configs.VpnConfig,
  'Payment method with tariffs': shared.PaymentMethod,
  Tariff: shared.Tariff,
  'Cloud tariff': cloud.CloudTariff,
  'Paid option tariff': paid.PaidOptionTariff,
  Location: cloud.CloudLocation,
  'Server statistics': shared.ServerStatistics,
  'Server statistics day': shared.StatisticsDay,
  'Cloud server': cloud.CloudServer,
  'Cloud server configuration': cloud.CloudConfig,
  Proxy: cloud.Proxy,
  Subconfig: shared.Subconfig,
  "Paid option (user's)": paid.PaidOption,
  'Paid option configuration': paid.PaidOptionConfig,
  'Paid option subscription': paid.PaidOptionSubscription,
  'Panel device': paid.PanelDevice,
  'Custom subscription summary': custom.SubscriptionSummary,
  'Custom subscription item': custom.SubscriptionDetailItem,
  'Available configuration': custom.AvailableConfig,
  'Available paid option': custom.AvailablePaidOption,
  'Available index': custom.AvailableIndex,
  'Available server': custom.AvailableServerConfig,
  'Account device': devices.AccountDevice,
  'Custom subscription device': devices.SubscriptionDevice,
  'Device settings': devices.DeviceSettings,
  Profile: profile.Profile,
  'Pricing rule': profile.PricingRule,
  'Notification settings': profile.NotificationSettings,
  Notification: profile.Notification,
  'API key (list item)': ApiKeyListItem,
  'API key (on creation)': CreatedApiKey,
  'Referral entry': money.ReferralEntry,
  'Withdrawal record': money.Withdrawal,
  'SBP bank': money.SbpBank,
  'Balance top-up price option': money.TopupPrice,
  'Payment history entry': money.Payment,
  'Purchased promocode': money.PurchasedPromocode,
  'X25519 key pair': shared.X25519KeyPair,
};

/**
 * Fields that may be null though the record of this name does not say so: what is available has the
 * title of a configuration, which is null where it has none.
 */
const alsoNullable: Readonly<Record<string, readonly string[]>> = {
  'Available configuration': ['title'],
  'Available paid option': ['title'],
  'Available server': ['title'],
  'Cloud tariff': ['description', 'title'],
  'Paid option tariff': ['caption', 'description', 'title'],
};

const isPrice = (path: string) => /\.(\w+_)?price$|\.min_amount$/.test(path);

/** The numbers of a schema that may be anything, and prices that may be below zero, by their paths. */
function unboundedNumbers(schema: JsonSchema, path = ''): string[] {
  const { type, minimum, maximum, properties = {}, items, anyOf = [] } = schema;
  const isNumber = [type].flat().some((each) => each === 'number' || each === 'integer');
  const isBounded = minimum !== undefined && maximum !== undefined;
  const isNegative = isPrice(path) && (minimum ?? -Infinity) < 0;
  return [
    ...(isNumber && (!isBounded || isNegative) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) =>
      unboundedNumbers(field, `${path}.${name}`),
    ),
    ...(items === undefined ? [] : unboundedNumbers(items, `${path}[]`)),
    ...anyOf.flatMap((each) => unboundedNumbers(each, path)),
  ];
}

const fieldNames = (schema: JsonSchema): string[] =>
  Object.keys(schema.properties ?? {}).toSorted();
const withMark = (name: string, optional: boolean): string => `${name}${optional ? '?' : ''}`;
const marked = (schema: JsonSchema): string[] =>
  fieldNames(schema).map((name) => withMark(name, !schema.required?.includes(name)));

describe('a record of the specification', () => {
  it('has a schema', () => {
    expect(Object.keys(records)).toEqual(specFacts.records.map(({ name }) => name));
  });

  it.each(specFacts.records.map((record) => [record.name, record] as const))(
    'has the fields of %s, optional and nullable where the specification says so',
    (name, { fields }) => {
      const schema = jsonSchemaOf(records[name] ?? z.never());
      expect(marked(schema)).toEqual(
        fields.map((field) => withMark(field.name, field.optional)).toSorted(),
      );
      const nullable = fieldNames(schema).filter((field) => {
        const inner = schema.properties?.[field];
        return inner !== undefined && allowsNull(inner);
      });
      expect(nullable).toEqual(
        fields
          .filter((field) => field.nullable || alsoNullable[name]?.includes(field.name) === true)
          .map((field) => field.name)
          .toSorted(),
      );
    },
  );

  it('always has a caption in the general list, and none of what the cloud list adds', () => {
    const schema = jsonSchemaOf(shared.Location);
    expect(fieldNames(jsonSchemaOf(cloud.CloudLocation))).toEqual(
      [...fieldNames(schema), 'available_tariff_config_ids', 'server_type'].toSorted(),
    );
    expect(allowsNull(schema.properties?.['caption'] ?? {})).toBe(false);
  });

  it('always has a minimum payment in the tariffs of configurations', () => {
    const { min_amount } = shared.ConfigPaymentMethod.shape;
    expect(min_amount.safeParse(null).success).toBe(false);
    expect(api['configs.tariffs'].data.element).toBe(shared.ConfigPaymentMethod);
  });

  it('has the configuration of a server present, whatever it is', () => {
    const { server_config } = custom.SubscriptionDetailItem.shape;
    expect(server_config.safeParse(null).success).toBe(true);
    expect(server_config.safeParse({ any: 'thing' }).success).toBe(true);
    expect(server_config.safeParse(undefined).success).toBe(false);
  });
});

describe('the answer of an endpoint', () => {
  const written = specFacts.endpoints.filter(({ answers }) => answers.length > 0);

  it.each(written.map((spec) => [`${spec.method} ${spec.path}`, spec] as const))(
    'has the objects that the specification writes out for %s',
    (_route, { method, path, answers }) => {
      const endpoint = each.find(([, { method: m, path: p }]) => m === method && p === path)?.[1];
      const objects = objectsOf(jsonSchemaOf(endpoint?.data ?? z.never())).map(marked);
      for (const fields of answers) {
        expect(objects).toContainEqual(
          fields.map(({ name, optional }) => withMark(name, optional)).toSorted(),
        );
      }
    },
  );

  it.each(each)('bounds every number, a price from below by zero: %s', (_, { data }) => {
    expect(unboundedNumbers(jsonSchemaOf(data))).toEqual([]);
  });

  it.each(each)('accepts unknown values, and leaves unknown fields out: %s', (_id, endpoint) => {
    const examples = strangeExamples(jsonSchemaOf(endpoint.data));
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const read = endpoint.data.safeParse(example);
      expect(read.error?.issues).toBeUndefined();
      expect(read.data).toEqual(knownOf(example));
    }
  });

  it('is true and nothing else where the specification says `data true`', () => {
    const done = specFacts.endpoints.filter((spec) => spec.done);
    expect(done.length).toBeGreaterThan(20);
    const isDone = ([, endpoint]: (typeof each)[number]): boolean =>
      endpoint.data.safeParse(true).success && !endpoint.data.safeParse(false).success;
    expect(
      each
        .filter(isDone)
        .map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`)
        .toSorted(),
    ).toEqual(done.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('accepts an unknown kind of available item, and no incomplete one of a known kind', () => {
    const index = { type: 'index', index: 0, original_title: 'One', custom_title: null };
    const server = { type: 'server', id: 1, server_id: 1, title: 'Two', is_online: true };
    const other = { type: 'group', members: [] };
    const read = (value: unknown) => custom.AvailableOptionConfig.safeParse(value);
    const all = [index, server, other].map((value) => custom.AvailableOptionConfig.parse(value));
    expect(all).toEqual([index, server, { type: 'group' }]);
    expect(all.map(custom.isAvailableIndex)).toEqual([true, false, false]);
    expect(all.map(custom.isAvailableServerConfig)).toEqual([false, true, false]);
    expect(read({ type: 'index', index: 0 }).success).toBe(false);
    expect(read({ type: 'server', id: 1 }).success).toBe(false);
  });

  it('is refused when it is missing', () => {
    for (const [id, endpoint] of each)
      expect(endpoint.data.safeParse(undefined).success, id).toBe(false);
  });
});

/** The schemas at a dotted path, in whichever cases of a union have it. */
function schemasAt(schema: JsonSchema, path: string): JsonSchema[] {
  if (schema.anyOf !== undefined && path !== '') {
    return schema.anyOf.flatMap((inner) => schemasAt(inner, path));
  }
  if (path === '') return [schema];
  const [key = '', ...rest] = path.split('.');
  const field = key.replace(/\[\]$/, '');
  const at = field === '' ? schema : schema.properties?.[field];
  const inner = key.endsWith('[]') ? at?.items : at;
  return inner === undefined ? [] : schemasAt(inner, rest.join('.'));
}

/** Fields that open something, wherever an answer has them. */
const secretNames = [
  'connection_url',
  'xray_config',
  'awg_config',
  'subscription_key',
  'key',
  'private_key',
  'promocode',
  'code',
  'server_config',
];

function pathsTo(schema: JsonSchema, at = ''): string[] {
  const join = (key: string): string =>
    at === '' || key === '[]' ? `${at}${key}` : `${at}.${key}`;
  return [
    ...(schema.anyOf ?? []).flatMap((inner) => pathsTo(inner, at)),
    ...(schema.items === undefined ? [] : pathsTo(schema.items, join('[]'))),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      join(name),
      ...pathsTo(inner, join(name)),
    ]),
  ];
}

describe('the secrets of an answer', () => {
  it.each(each)('are at the paths that %s lists', (_id, endpoint) => {
    for (const path of endpoint.secrets) {
      expect(schemasAt(jsonSchemaOf(endpoint.data), path), path).not.toEqual([]);
    }
  });

  it.each(each)('are all listed by %s, except the country code of a location', (id, endpoint) => {
    const named = pathsTo(jsonSchemaOf(endpoint.data)).filter((path) =>
      secretNames.includes(path.split('.').at(-1) ?? ''),
    );
    const codes = ['locations.list', 'cloudServers.locations'].includes(id) ? ['[].code'] : [];
    const secrets = endpoint.secrets.filter((path) => path !== '');
    expect([...new Set(named)].toSorted()).toEqual([...secrets, ...codes].toSorted());
  });

  it('are the whole answer where that is a key, a link or a template', () => {
    const whole = each.filter(([, endpoint]) => endpoint.secrets.includes(''));
    expect(whole.map(([id]) => id)).toEqual([
      'customSubscriptions.encryptedLink',
      'customSubscriptions.template',
      'profile.resetSubscriptionLink',
      'messenger.connect',
    ]);
  });
});
