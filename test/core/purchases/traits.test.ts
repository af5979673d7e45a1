import { describe, expect, it } from 'vitest';
import { type EndpointId, type PurchaseEndpoint } from '#contract/api/index.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import {
  endpointQuestion,
  type SubjectSources,
} from '#core/purchases/consent/endpoint-question.ts';

import { config, createFixture } from './context/fixture.ts';

const cached: Readonly<Record<string, readonly object[]>> = {
  'cloudServers.list': [
    { id: 4, hostname: 'berlin', tariff_config_id: 9 },
    { id: 6, hostname: null, url: '192.0.2.6' },
  ],
  'cloudServers.tariffs': [{ id: 9, title: 'Small', payment_methods: [] }],
  'paidOptions.tariffs': [{ id: 2, title: 'Streaming', payment_methods: [] }],
  'customSubscriptions.list': [{ id: 5, title: 'Family' }],
};
const sources: SubjectSources = {
  readCache: { cached: (id: string) => cached[id] && { value: cached[id] } } as never,
  connections: {
    record: (key: string) =>
      key === 'config:1' ? { key, source: 'config', title: 'Phone', expiresAt: 50 } : undefined,
  } as never,
};

const subjectOf = (endpoint: EndpointId, input: PurchaseInput, from = sources) => {
  const question = endpointQuestion(endpoint, input, from);
  return question && 'subject' in question ? question.subject : undefined;
};

describe('the subject of a question', () => {
  it.each<[EndpointId, PurchaseInput, string | undefined]>([
    ['configs.renew', { path: { config_id: 1 } }, 'Phone'],
    ['configs.renew', { path: { config_id: 2 } }, ''],
    ['configs.create', { body: config }, ''],
    ['cloudServers.create', { body: { tariff_config_id: 9 } }, 'Small'],
    ['cloudServers.create', { body: { tariff_config_id: 8 } }, ''],
    ['cloudServers.renew', { body: { server_id: 4 } }, 'berlin'],
    ['cloudServers.renew', { body: { server_id: 5 } }, ''],
    ['cloudServers.renew', { body: { server_id: 6 } }, '192.0.2.6'],
    ['paidOptions.create', { body: { paid_option_id: 2 } }, 'Streaming'],
    ['customSubscriptions.resetKey', { path: { id: 5 } }, 'Family'],
    ['customSubscriptions.resetKey', { path: { id: 6 } }, ''],
    ['balance.topup', { body: { amount: 1 } }, undefined],
    ['configs.setAutoRenewal', { path: { config_id: 1 }, body: { enabled: true } }, 'Phone'],
    ['cloudServers.setAutoRenewal', { path: { id: 4 }, body: { enabled: true } }, 'berlin'],
    ['paidOptions.setAutoRenewal', { path: { id: 2 }, body: { enabled: true } }, 'Streaming'],
  ])('is known of %s with %j as far as the lists say it', (endpoint, input, subject) => {
    expect(subjectOf(endpoint, input)).toEqual(subject);
  });

  it.each<[PurchaseEndpoint, PurchaseInput]>([
    ['cloudServers.create', { body: { tariff_config_id: 9 } }],
    ['cloudServers.renew', { body: { server_id: 4 } }],
    ['paidOptions.create', { body: { paid_option_id: 2 } }],
    ['customSubscriptions.resetKey', { path: { id: 5 } }],
  ])('is not known of %s before its list was read', (endpoint, input) => {
    const unread = { ...sources, readCache: { cached: () => undefined } };
    expect(subjectOf(endpoint, input, unread)).toBe('');
  });
});

describe('the traits that the window gets with every entry of an endpoint', () => {
  it('gives the page of what was bought once it is there', async () => {
    const fixture = createFixture();
    const bought = fixture.submit('configs.create', { body: config });
    expect(fixture.entry()).toMatchObject({ state: 'preparing', page: null });
    await fixture.pass(2_000);
    await bought;
    const { page, result } = fixture.entry();
    expect(page).toBe(`/connections/config:${String(result?.resource)}`);
  });

  it('has no page where nothing is paid by a link', async () => {
    const fixture = createFixture();
    await fixture.buy('apiKeys.create', { body: { name: 'Laptop' } });
    expect(fixture.entry()).toMatchObject({ page: null, holdsApiKey: true, spends: false });
  });
});
