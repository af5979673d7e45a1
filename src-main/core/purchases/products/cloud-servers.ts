import { api } from '#contract/api/index.ts';
import { mapResult, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import {
  expectedPurchase,
  interpretPurchase,
  newResource,
  paidProduct,
  paymentScope,
  purchaseQuestion,
} from './paid-product.ts';
import { offeredPrices, type PriceSource } from './prices.ts';
import { describePurchase, type PurchaseInput } from './product.ts';
import { productSubjects } from './subjects.ts';

const readServers: ResourceReader = async (read) =>
  mapResult(
    await read('cloudServers.list', {}),
    ({ id, expires_at, location_id, tariff_config_id, hostname }) =>
      resource(id, expires_at, { location_id, tariff_config_id, hostname }),
  );

/** Prices; a renewal's input does not name the tariff's product, so it gets the prices of all. */
async function prices(source: PriceSource, { body }: PurchaseInput) {
  return offeredPrices(
    await source.tariffs('cloudServers.tariffs'),
    ({ id }) => body?.tariff_config_id === undefined || id === body.tariff_config_id,
  );
}

const cloudServer = {
  ...paidProduct,
  productKind: 'cloud-server',
  page: '/cloud-servers',
} as const;

export const cloudServerPurchase = describePurchase(api['cloudServers.create'], {
  ...cloudServer,
  subject({ readCache }, { body }) {
    const tariffs = readCache.cached('cloudServers.tariffs', {})?.value ?? [];
    return { name: tariffs.find(({ id }) => id === body?.tariff_config_id)?.title ?? '' };
  },
  product: () => 'cloud servers',
  question: purchaseQuestion('cloud-server', 'buy'),
  snapshot: () => paymentScope(readServers),
  prices,
  expectedEffect: (input, offered) =>
    expectedPurchase(['cloud_server'], input, offered, () =>
      newResource(input.body, ['location_id', 'tariff_config_id', 'hostname']),
    ),
  interpret: (data) =>
    interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
});

export const cloudServerRenewal = describePurchase(api['cloudServers.renew'], {
  ...cloudServer,
  subject: (sources, { body }) => productSubjects['cloud-server'](sources, body?.server_id),
  product: ({ body }) => `cloud server ${String(body?.server_id)}`,
  question: purchaseQuestion('cloud-server', 'renew'),
  snapshot: () => paymentScope(readServers),
  prices,
  // The history may write it either way: the specification does not say.
  expectedEffect: (input, offered) =>
    expectedPurchase(['renewal', 'cloud_server'], input, offered, () => ({
      kind: 'extended',
      key: String(input.body?.server_id),
    })),
  interpret: (data, { body }) =>
    interpretPurchase(data, ({ expires_at, renewed }) => ({
      // The answer does not say which server was renewed.
      ...(body?.server_id !== undefined && { resource: body.server_id }),
      expiresAt: expires_at,
      renewed,
    })),
});
