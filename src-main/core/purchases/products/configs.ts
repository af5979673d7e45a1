import { api } from '#contract/api/index.ts';
import { connectionKey } from '#contract/rules/connection-key.ts';
import { readConfigPages } from '#core/api/config-pages.ts';
import { mapResult, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import { newBoughtKey, readBoughtKeys } from './activation-keys.ts';
import {
  expectedPurchase,
  interpretPurchase,
  newResource,
  paidProduct,
  paymentScope,
  purchaseQuestion,
} from './paid-product.ts';
import { listedPrices, type PriceSource } from './prices.ts';
import { describePurchase } from './product.ts';
import { productSubjects } from './subjects.ts';

export const readConfigs: ResourceReader = async (read) => {
  const all = await readConfigPages((query) => read('configs.list', { query }));
  return mapResult(all, ({ id, expires_at, location_id, protocol, server_id }) =>
    resource(id, expires_at, { location_id, protocol, server_id }),
  );
};

async function prices(source: PriceSource) {
  return listedPrices(await source.tariffs('configs.tariffs'));
}

const config = {
  ...paidProduct,
  productKind: 'config',
  page: '/connections',
  resourceKey: (configId: number) => connectionKey({ source: 'config', configId }),
} as const;

export const configPurchase = describePurchase(api['configs.create'], {
  ...config,
  product: () => 'configs',
  question: purchaseQuestion('config', 'buy'),
  snapshot: ({ body }) => paymentScope(body?.as_key === true ? readBoughtKeys : readConfigs),
  prices,
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
  subject: (sources, { path }) => productSubjects.config(sources, path?.config_id),
  product: ({ path }) => `config ${String(path?.config_id)}`,
  question: purchaseQuestion('config', 'renew'),
  snapshot: () => paymentScope(readConfigs),
  prices,
  expectedEffect: (input, offered) =>
    expectedPurchase(['renewal'], input, offered, () => ({
      kind: 'extended',
      key: String(input.path?.config_id),
    })),
  interpret: (data) =>
    interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
});
