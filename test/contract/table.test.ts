import { describe, expect, it } from 'vitest';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { overviewLimit } from '#contract/endpoint.ts';
import { knownErrors } from '#contract/envelope.ts';
import { protocols } from '#contract/values.ts';
import { specFacts } from './specification/spec-facts.ts';

const rows: readonly Endpoint[] = Object.values(api);
const routeOf = (row: { method: string; path: string }): string => `${row.method} ${row.path}`;
const rowByRoute = new Map(rows.map((row) => [routeOf(row), row]));

describe('the table of endpoints', () => {
  it('has the 108 endpoints of the specification, each once, and no other', () => {
    expect(specFacts.endpoints).toHaveLength(108);
    expect(rows.map(routeOf).toSorted()).toEqual(specFacts.endpoints.map(routeOf).toSorted());
    expect(rowByRoute.size).toBe(rows.length);
  });

  it('names each row by its own id', () => {
    expect(rows.map((row) => row.id)).toEqual(Object.keys(api));
  });

  it('has no endpoint that wants a JWT', () => {
    expect(specFacts.jwtOnly).toHaveLength(11);
    for (const { method, path } of specFacts.jwtOnly) {
      const under = path.endsWith('*') ? path.slice(0, -1) : undefined;
      const found = rows.filter(
        (row) =>
          (method === 'any' || row.method === method) &&
          (under === undefined ? row.path === path : row.path.startsWith(under)),
      );
      expect(found, `${method} ${path}`).toEqual([]);
    }
  });

  it.each(specFacts.endpoints.map((spec) => [routeOf(spec), spec] as const))(
    'gives %s the limit, statuses and errors of the specification',
    (route, spec) => {
      const row = rowByRoute.get(route);
      expect(row?.limits).toEqual([spec.limit]);
      expect(row?.limitKind).toBe(spec.limitKind);
      expect(row?.statuses).toEqual(spec.statuses);
      expect(row?.errors).toEqual(spec.errors);
    },
  );

  it('knows the overview rule, the protocols and the error codes of the specification', () => {
    expect(overviewLimit).toEqual(specFacts.overview);
    expect(protocols).toEqual(specFacts.protocols);
    expect(Object.entries(knownErrors)).toEqual(
      specFacts.errors.map(({ code, message }) => [String(code), message]),
    );
  });
});

describe('what a row says of its effect', () => {
  const isRead = (id: string): boolean => Object.hasOwn(api, id) && rowOf(id).effect === 'read';
  const rowOf = (id: string): Endpoint => api[id as EndpointId];

  it('reads with GET, but for the notifications that reading destroys', () => {
    for (const row of rows) {
      const get = row.id === 'notifications.take' ? 'destructive-read' : 'read';
      expect(row.method === 'GET', row.id).toBe(row.effect === get);
    }
  });

  it('makes only reads stale, each once, and nothing by reading', () => {
    for (const row of rows) {
      expect(
        row.makesStale.filter((id) => !isRead(id)),
        row.id,
      ).toEqual([]);
      expect(new Set(row.makesStale).size, row.id).toBe(row.makesStale.length);
      if (row.method === 'GET') expect(row.makesStale, row.id).toEqual([]);
    }
  });

  it('makes something stale with every change of what can be read', () => {
    const changesNothing = rows.filter((row) => row.method !== 'GET' && !row.makesStale.length);
    expect(changesNothing.map((row) => row.id)).toEqual(['xray.createKeys']);
  });

  it('asks for the balance and the history again after every purchase', () => {
    const purchases = rows.filter((row) => row.effect === 'money' && !/^referral/.test(row.id));
    expect(purchases).toHaveLength(6);
    for (const row of purchases) {
      expect(row.makesStale, row.id).toContain('profile.get');
      expect(row.makesStale, row.id).toContain('payments.history');
    }
  });

  it('calls a change that replaces a connection URL or a key what it is', () => {
    const replaces = (row: Endpoint): boolean =>
      row.method !== 'GET' && row.secrets.some((path) => /(^|\.)connection_url$/.test(path));
    for (const row of rows.filter(replaces)) {
      expect(['invalidates', 'create', 'money'], row.id).toContain(row.effect);
    }
    expect(api['profile.resetSubscriptionLink'].effect).toBe('invalidates');
    expect(api['customSubscriptions.resetKey'].effect).toBe('invalidates');
  });
});

describe('what the window may call', () => {
  const exposed = rows.filter((row) => row.exposure === 'window');

  it('neither costs money nor is given once, nor forgotten by being read', () => {
    const kept = ['money', 'one-time-secret', 'destructive-read'];
    expect(exposed.length).toBeGreaterThan(0);
    expect(exposed.filter((row) => kept.includes(row.effect)).map((row) => row.id)).toEqual([]);
  });

  it('is never the whole list of configurations, which it asks for page by page', () => {
    expect(exposed.map((row) => row.id)).not.toContain('configs.list');
  });
});
