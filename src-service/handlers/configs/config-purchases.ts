import type { configPurchases as endpoints } from '#contract/api/configs/config-purchases.ts';
import type { Flags } from '#contract/rules/flags.ts';
import { acceptFlags } from '#service/store/connections.ts';
import { findConfig } from '#service/store/find.ts';
import { createConfig, renewConfig } from '#service/store/orders.ts';
import type { Store } from '#service/store/store.ts';
import { personalPercent, purchase, purchaseKey } from '#service/store/purchase.ts';
import { refuse } from '#service/store/refusal.ts';
import { activeLocation, chooseServer } from '#service/store/servers.ts';
import type { Order } from '#service/store/records/payments.ts';
import { configProduct } from '#service/catalog/tariffs.ts';
import type { HandlersOf } from '#service/handlers/handler.ts';
import { paymentMethods } from '#service/handlers/payment-methods.ts';
import { createdView } from './configs.ts';

export const configPurchaseHandlers: HandlersOf<typeof endpoints> = {
  'configs.tariffs': ({ store, account }) => ({
    data: paymentMethods(
      configProduct,
      personalPercent(account, configProduct),
      store.readings,
    ).map((method) => ({
      ...method,
      min_amount: method.min_amount ?? 0,
    })),
  }),

  'configs.create': ({ store, account }, { body }) => {
    const bought = { product: configProduct, choice: body, type: 'new_config' } as const;
    if (body.as_key === true) return { data: purchaseKey(store, account, bought) };
    const order = newConfigOrder(store, body);
    const outcome = purchase(store, account, {
      ...bought,
      order,
      carryOut: (days) => createConfig(store, account, order, days),
    });
    if (outcome.kind === 'link') return { data: { link: outcome.link } };
    return { data: createdView(outcome.value) };
  },

  'configs.renew': ({ store, account }, { path: { config_id }, body }) => {
    const { id } = findConfig(account, config_id);
    const order = {
      kind: 'renew-config',
      config_id: id,
      auto_renewal: body.enable_auto_renewal ?? false,
    } as const;
    const outcome = purchase(store, account, {
      product: configProduct,
      choice: body,
      type: 'renewal',
      order,
      carryOut: (days) => renewConfig(store, account, order, days),
    });
    if (outcome.kind === 'link') return { data: { link: outcome.link } };
    return { data: { id, expires_at: outcome.value.expires_at } };
  },
};

interface CreateBody extends Flags {
  readonly location_id?: number | undefined;
  readonly protocol?: string | undefined;
  readonly server_id?: number | undefined;
  readonly enable_auto_renewal?: boolean | undefined;
}

/** The order of a new configuration, refused before anything is paid when it cannot be met. */
function newConfigOrder(store: Store, body: CreateBody): Extract<Order, { kind: 'new-config' }> {
  const { location_id, protocol, server_id } = body;
  if (location_id === undefined || protocol === undefined) {
    throw refuse('BAD_REQUEST', 'a location and a protocol are required');
  }
  const options = acceptFlags(body, protocol, activeLocation(location_id));
  chooseServer(store.state, [location_id], server_id);
  return {
    kind: 'new-config',
    location_id,
    protocol,
    server_id: server_id ?? null,
    options,
    auto_renewal: body.enable_auto_renewal ?? false,
  };
}
