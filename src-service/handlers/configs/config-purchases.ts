import type { configPurchases as endpoints } from '#contract/api/configs/config-purchases.ts';
import { acceptFlags } from '#service/store/connections.ts';
import { findConfig } from '#service/store/find.ts';
import { createConfig, renew } from '#service/store/orders.ts';
import { purchase, purchaseKey } from '#service/store/purchase.ts';
import { refuse } from '#service/store/refusal.ts';
import { activeLocation, chooseServer } from '#service/store/servers.ts';
import { configProduct } from '#service/catalog/tariffs.ts';
import type { HandlersOf } from '#service/handlers/handler.ts';
import { paymentMethods } from '#service/handlers/payment-methods.ts';
import { createdView } from './configs.ts';

export const configPurchaseHandlers: HandlersOf<typeof endpoints> = {
  'configs.tariffs': (call) => ({
    data: paymentMethods(call, configProduct).map((method) => ({
      ...method,
      min_amount: method.min_amount ?? 0,
    })),
  }),

  'configs.create': ({ store, account }, { body }) => {
    const bought = { product: configProduct, choice: body, type: 'new_config' } as const;
    if (body.as_key === true) return { data: purchaseKey(store, account, bought) };
    const { location_id, protocol, server_id, enable_auto_renewal: auto_renewal } = body;
    if (location_id === undefined || protocol === undefined) {
      throw refuse('BAD_REQUEST', 'a location and a protocol are required');
    }
    const options = acceptFlags(body, protocol, activeLocation(location_id));
    const order = { location_id, protocol, server_id, options };
    // What cannot be met is refused before anything is paid.
    chooseServer(store.state, [location_id], server_id);
    return {
      data: purchase(store, account, {
        ...bought,
        carryOut: (days) =>
          createdView(createConfig(store, account, order, { days, auto_renewal })),
      }),
    };
  },

  'configs.renew': ({ store, account }, { path: { config_id: id }, body }) => {
    const config = findConfig(account, id);
    const auto_renewal = body.enable_auto_renewal;
    return {
      data: purchase(store, account, {
        product: configProduct,
        choice: body,
        type: 'renewal',
        carryOut: (days) => ({
          id,
          expires_at: renew(store, config, { days, auto_renewal }).expires_at,
        }),
      }),
    };
  },
};
