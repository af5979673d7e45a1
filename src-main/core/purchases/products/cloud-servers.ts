import { api } from '#contract/api/index.ts';
import type { PurchaseInput } from '#contract/ipc/purchase-journal.ts';
import { mapResult, resource, type ResourceReader } from '#core/purchases/snapshot.ts';
import {
  expectedPurchase,
  interpretPurchase,
  newResource,
  paidProduct,
  paymentScope,
} from './paid-product.ts';
import { pricesIn, type PriceSource } from './prices.ts';
import { describePurchase } from './product.ts';

const readServers: ResourceReader = async (read) =>
  mapResult(
    await read('cloudServers.list', {}),
    ({ id, expires_at, location_id, tariff_config_id, hostname }) =>
      resource(id, expires_at, { location_id, tariff_config_id, hostname }),
  );

const cloudServer = {
  ...paidProduct,
  page: '/cloud-servers',
  // A renewal's input does not name the tariff's product, so it gets the prices of all.
  prices: (source: PriceSource, { body }: PurchaseInput) =>
    pricesIn(source, 'cloudServers.tariffs', body?.tariff_config_id),
} as const;

export const cloudServerPurchase = describePurchase(api['cloudServers.create'], {
  ...cloudServer,
  product: () => 'cloud servers',
  snapshot: () => paymentScope(readServers),
  expectedEffect: (input, offered) =>
    expectedPurchase(['cloud_server'], input, offered, () =>
      newResource(input.body, ['location_id', 'tariff_config_id', 'hostname']),
    ),
  interpret: (data) =>
    interpretPurchase(data, ({ id, expires_at }) => ({ resource: id, expiresAt: expires_at })),
});

export const cloudServerRenewal = describePurchase(api['cloudServers.renew'], {
  ...cloudServer,
  product: ({ body }) => `cloud server ${String(body?.server_id)}`,
  snapshot: () => paymentScope(readServers),
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
