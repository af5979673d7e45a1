import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { answerBounds, overviewLimit } from '#contract/endpoint.ts';
import { knownErrors } from '#contract/envelope.ts';
import { protocols } from '#contract/constants.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';
import { specFacts } from './specification/spec-facts.ts';

const endpoints: readonly Endpoint[] = Object.values(api);
const routeOf = (endpoint: { method: string; path: string }): string =>
  `${endpoint.method} ${endpoint.path}`;
const endpointByRoute = new Map(endpoints.map((endpoint) => [routeOf(endpoint), endpoint]));

describe('the table of endpoints', () => {
  it('has the endpoints of the specification, each once, and no other', () => {
    expect(endpoints.map(routeOf).toSorted()).toEqual(specFacts.endpoints.map(routeOf).toSorted());
    expect(endpointByRoute.size).toBe(endpoints.length);
  });

  it('gives each endpoint its key as id', () => {
    expect(endpoints.map((endpoint) => endpoint.id)).toEqual(Object.keys(api));
  });

  it('has no endpoint that requires a JWT', () => {
    expect(specFacts.jwtOnly).toHaveLength(11);
    for (const { method, path } of specFacts.jwtOnly) {
      const under = path.endsWith('*') ? path.slice(0, -1) : undefined;
      const found = endpoints.filter(
        (endpoint) =>
          (method === 'any' || endpoint.method === method) &&
          (under === undefined ? endpoint.path === path : endpoint.path.startsWith(under)),
      );
      expect(found, `${method} ${path}`).toEqual([]);
    }
  });

  it.each(specFacts.endpoints.map((spec) => [routeOf(spec), spec] as const))(
    'gives %s the limit, statuses and errors of the specification',
    (route, spec) => {
      const endpoint = endpointByRoute.get(route);
      expect(endpoint?.limits).toEqual([spec.limit]);
      expect(endpoint?.limitKind).toBe(spec.limitKind);
      expect(endpoint?.statuses).toEqual(spec.statuses);
      expect(endpoint?.errors).toEqual(spec.errors);
    },
  );

  it('has the overview limit, the protocols and the error codes of the specification', () => {
    expect(overviewLimit).toEqual(specFacts.overview);
    expect(protocols).toEqual(specFacts.protocols);
    expect(Object.entries(knownErrors)).toEqual(
      specFacts.errors.map(({ code, message }) => [String(code), message]),
    );
  });
});

describe('the size of an answer', () => {
  const typeOf = (endpoint: Endpoint): string => endpoint.data._zod.def.type;

  it('is between 64 KiB and 4 MiB', () => {
    for (const { id, answerSize } of endpoints) {
      expect(answerBounds[answerSize].bytes, id).toBeGreaterThanOrEqual(64 * 1024);
      expect(answerBounds[answerSize].bytes, id).toBeLessThanOrEqual(4 * 1024 * 1024);
    }
  });

  const hasList = ({ items, properties, anyOf }: JsonSchema): boolean =>
    items !== undefined || [...Object.values(properties ?? {}), ...(anyOf ?? [])].some(hasList);

  it('lets every answer with a list have a thousand elements', () => {
    const lists = endpoints.filter(({ data }) => hasList(jsonSchemaOf(data)));
    expect(lists.length).toBeGreaterThan(20);
    for (const { id, answerSize } of lists) expect(answerSize, id).not.toBe('small');
  });

  it('is small for what answers with a value or a record without a configuration', () => {
    const small = endpoints.filter(({ answerSize }) => answerSize === 'small');
    for (const endpoint of small) {
      expect(typeOf(endpoint), endpoint.id).not.toBe('array');
      expect(endpoint.secrets.join(' '), endpoint.id).not.toMatch(/xray_config|awg_config/);
    }
    const values = endpoints.filter((each) =>
      ['literal', 'boolean', 'number'].includes(typeOf(each)),
    );
    expect(values.filter(({ answerSize }) => answerSize !== 'small')).toEqual([]);
  });

  it('is large for a list of connections, and for no change that makes one connection', () => {
    for (const { id, effect, secrets, answerSize } of endpoints) {
      const listsConnections =
        effect === 'read' && secrets.some((path) => path.endsWith('[].connection_url'));
      expect(listsConnections && answerSize !== 'large', id).toBe(false);
      if (effect === 'money') expect(answerSize, id).not.toBe('large');
    }
  });
});

describe('the effect of an endpoint', () => {
  const isRead = (id: string): boolean =>
    Object.hasOwn(api, id) && endpointOf(id).effect === 'read';
  const endpointOf = (id: string): Endpoint => api[id as EndpointId];

  it('is a read for GET, except for the notifications, which reading deletes', () => {
    for (const endpoint of endpoints) {
      const get = endpoint.id === 'notifications.take' ? 'destructive-read' : 'read';
      expect(endpoint.method === 'GET', endpoint.id).toBe(endpoint.effect === get);
    }
  });

  it('makes reads stale, each once, and nothing when it is a read', () => {
    for (const endpoint of endpoints) {
      expect(
        endpoint.makesStale.filter((id) => !isRead(id)),
        endpoint.id,
      ).toEqual([]);
      expect(new Set(endpoint.makesStale).size, endpoint.id).toBe(endpoint.makesStale.length);
      if (endpoint.method === 'GET') expect(endpoint.makesStale, endpoint.id).toEqual([]);
    }
  });

  it('makes a read stale for every change of readable data', () => {
    const changesNothing = endpoints.filter(
      (endpoint) => endpoint.method !== 'GET' && !endpoint.makesStale.length,
    );
    expect(changesNothing.map((endpoint) => endpoint.id)).toEqual(['xray.createKeys']);
  });

  it('makes balance and history stale after every purchase', () => {
    const purchases = endpoints.filter(
      (endpoint) => endpoint.effect === 'money' && !/^referral/.test(endpoint.id),
    );
    expect(purchases).toHaveLength(6);
    for (const endpoint of purchases) {
      expect(endpoint.makesStale, endpoint.id).toContain('profile.get');
      expect(endpoint.makesStale, endpoint.id).toContain('payments.history');
    }
  });

  it('is declared for every change that replaces a connection URL or a key', () => {
    const replaces = (endpoint: Endpoint): boolean =>
      endpoint.method !== 'GET' &&
      endpoint.secrets.some((path) => /(^|\.)connection_url$/.test(path));
    for (const endpoint of endpoints.filter(replaces)) {
      expect(['invalidates', 'create', 'money'], endpoint.id).toContain(endpoint.effect);
    }
    expect(api['profile.resetSubscriptionLink'].effect).toBe('invalidates');
    expect(api['customSubscriptions.resetKey'].effect).toBe('invalidates');
  });
});

describe('the endpoints exposed to the window', () => {
  const exposed = endpoints.filter((endpoint) => endpoint.exposure === 'window');

  it('neither cost money, nor return a secret once, nor delete what they return', () => {
    const mainOnly = ['money', 'one-time-secret', 'destructive-read'];
    expect(exposed.length).toBeGreaterThan(0);
    expect(
      exposed
        .filter((endpoint) => mainOnly.includes(endpoint.effect))
        .map((endpoint) => endpoint.id),
    ).toEqual([]);
  });

  it('do not include the list of configurations, which the window queries in pages', () => {
    expect(exposed.map((endpoint) => endpoint.id)).not.toContain('configs.list');
  });
});
