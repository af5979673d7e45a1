import { api } from '#contract/api/index.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { pageOfConfigs, readPages } from '#core/api/pages.ts';
import { mapResult, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import {
  expectedPurchase,
  interpretPurchase,
  newBoughtKey,
  newResource,
  paidProduct,
  paymentScope,
  readBoughtKeys,
} from './paid-product.ts';
import { pricesIn, type PriceSource } from './prices.ts';
import { describePurchase } from './product.ts';

export const readConfigs: ResourceReader = async (read) => {
  const all = await readPages(pageOfConfigs, (query) => read('configs.list', { query }));
  return mapResult(all, ({ id, expires_at, location_id, protocol, server_id }) =>
    resource(id, expires_at, { location_id, protocol, server_id }),
  );
};

const config = {
  ...paidProduct,
  page: '/connections',
  resourceKey: (configId: number) => connectionKey({ source: 'config', configId }),
  prices: (source: PriceSource) => pricesIn(source, 'configs.tariffs'),
} as const;

export const configPurchase = describePurchase(api['configs.create'], {
  ...config,
  product: () => 'configs',
  snapshot: ({ body }) => paymentScope(body?.as_key === true ? readBoughtKeys : readConfigs),
  expectedEffect: (input, offered) =>
    expectedPurchase(['new_config'], input, offered, (days) =>
      input.body?.as_key === true
        ? newBoughtKey('configs', days)
        : newResource(input.body, ['location_id', 'protocol', 'server_id']),
    ),
  interpret: (data) =>
    interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
});

export const configRenewal = describePurchase(api['configs.renew'], {
  ...config,
  product: ({ path }) => `config ${String(path?.config_id)}`,
  snapshot: () => paymentScope(readConfigs),
  expectedEffect: (input, offered) =>
    expectedPurchase(['renewal'], input, offered, () => ({
      kind: 'extended',
      key: String(input.path?.config_id),
    })),
  interpret: (data) =>
    interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
});
