import { describe, expect, it } from 'vitest';
import { purchaseEndpoints, type PurchaseEndpoint } from '#contract/api/index.ts';
import { descriptors } from '#core/purchases/products/descriptors.ts';
import type { PurchaseInput } from '#core/purchases/products/product.ts';
import { productSubjects, type SubjectSources } from '#core/purchases/products/subjects.ts';
import { config, createFixture } from './context/fixture.ts';

const cached: Readonly<Record<string, readonly object[]>> = {
  'cloudServers.list': [{ id: 4, hostname: 'berlin', tariff_config_id: 9 }],
  'cloudServers.tariffs': [{ id: 9, title: 'Small' }],
  'paidOptions.tariffs': [{ id: 2, title: 'Streaming' }],
  'customSubscriptions.list': [{ id: 5, title: 'Family' }],
};
const sources: SubjectSources = {
  readCache: { cached: (id: string) => cached[id] && { value: cached[id] } } as never,
  connections: {
    line: (key: string) => (key === 'config:1' ? { title: 'Phone' } : undefined),
  } as never,
};

const subjectOf = (endpoint: PurchaseEndpoint, input: PurchaseInput) =>
  descriptors[endpoint].subject(sources, input);

describe('what a purchase is about', () => {
  it.each<[PurchaseEndpoint, PurchaseInput, object]>([
    ['configs.renew', { path: { config_id: 1 } }, { name: 'Phone' }],
    ['configs.renew', { path: { config_id: 2 } }, { name: '' }],
    ['configs.create', { body: config }, { name: '' }],
    ['cloudServers.create', { body: { tariff_config_id: 9 } }, { name: 'Small' }],
    ['cloudServers.create', { body: { tariff_config_id: 8 } }, { name: '' }],
    ['cloudServers.renew', { body: { server_id: 4 } }, { name: 'berlin', product: 9 }],
    ['cloudServers.renew', { body: { server_id: 5 } }, { name: '' }],
    ['paidOptions.create', { body: { paid_option_id: 2 } }, { name: 'Streaming' }],
    ['customSubscriptions.resetKey', { path: { id: 5 } }, { name: 'Family' }],
    ['customSubscriptions.resetKey', { path: { id: 6 } }, { name: '' }],
    ['balance.topup', { body: { amount: 1 } }, { name: '' }],
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
    expect(descriptors[endpoint].subject(unread, input)).toEqual({ name: '' });
  });

  it('is found by its id for each product', () => {
    expect(productSubjects.config(sources, 1)).toEqual({ name: 'Phone' });
    expect(productSubjects['paid-option'](sources, undefined)).toEqual({ name: '' });
  });
});

describe('what the window is told with every entry of an endpoint', () => {
  const endpointsWhere = (holds: (id: PurchaseEndpoint) => boolean) =>
    purchaseEndpoints.filter(holds).toSorted();

  it('names the product, and its page where a link is paid for it', () => {
    const pages = purchaseEndpoints.flatMap((id) => {
      const { page, productKind, resourceKey } = descriptors[id];
      return page === null ? [] : [[id, productKind, `${page}/${resourceKey(7)}`]];
    });
    expect(pages.toSorted()).toEqual([
      ['balance.topup', null, '/money/7'],
      ['cloudServers.create', 'cloud-server', '/cloud-servers/7'],
      ['cloudServers.renew', 'cloud-server', '/cloud-servers/7'],
      ['configs.create', 'config', '/connections/config:7'],
      ['configs.renew', 'config', '/connections/config:7'],
      ['paidOptions.create', 'paid-option', '/paid-options/7'],
    ]);
  });

  it('says what spends nothing, and what holds an API key', () => {
    expect(endpointsWhere((id) => !descriptors[id].spends)).toEqual([
      'apiKeys.create',
      'customSubscriptions.resetKey',
      'messenger.connect',
      'profile.resetSubscriptionLink',
      'xray.createKeys',
    ]);
    expect(endpointsWhere((id) => descriptors[id].holdsApiKey)).toEqual(['apiKeys.create']);
  });

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
