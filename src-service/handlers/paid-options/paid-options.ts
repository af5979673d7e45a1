import type { paidOptions as endpoints } from '#contract/api/paid-options/paid-options.ts';
import { PaidOption, PaidOptionConfig, PaidOptionTariff } from '#contract/records/paid-options.ts';
import { isExtended } from '#service/connections/connection.ts';
import { findOption, findPaidIndex } from '#service/store/find.ts';
import { findOptionProduct, grantOption, setRenewal } from '#service/store/orders.ts';
import { purchase, purchaseKey } from '#service/store/purchase.ts';
import { known } from '#service/store/refusal.ts';
import { onlineOf, statisticsAt } from '#service/store/servers.ts';
import { trafficOf } from '#service/store/settle.ts';
import type { PaidConfigRecord, PaidOptionRecord } from '#service/store/records/owned.ts';
import { optionProducts } from '#service/catalog/tariffs.ts';
import { done, listedFields, type HandlersOf } from '#service/handlers/handler.ts';
import { paymentMethods } from '#service/handlers/payment-methods.ts';

function configView(config: PaidConfigRecord): PaidOptionConfig {
  return {
    ...listedFields(PaidOptionConfig, config),
    title: config.custom_title ?? config.title,
    is_extended_settings_enabled: isExtended(config),
    is_online: onlineOf(config) === true,
  };
}

function optionView(option: PaidOptionRecord): PaidOption {
  return { ...listedFields(PaidOption, option), configs: option.configs.map(configView) };
}

function statusOf(option: PaidOptionRecord, used: number, now: number): string {
  if (option.disabled) return 'disabled';
  if (option.expires_at <= now) return 'expired';
  const limit = option.traffic_limit_bytes;
  return limit !== 0 && used >= limit ? 'limited' : 'active';
}

export const paidOptionHandlers: HandlersOf<typeof endpoints> = {
  'paidOptions.list': ({ account }) => ({ data: account.paid_options.map(optionView) }),

  'paidOptions.tariffs': (call) => ({
    data: optionProducts.map((product) => ({
      ...listedFields(PaidOptionTariff, product),
      payment_methods: paymentMethods(call, product),
    })),
  }),

  'paidOptions.create': ({ store, account }, { body }) => {
    const product = findOptionProduct(body.paid_option_id);
    const bought = { product, choice: body, type: 'paid_option' } as const;
    if (body.as_key === true) return { data: purchaseKey(store, account, bought) };
    const auto_renewal = body.enable_auto_renewal;
    return {
      data: purchase(store, account, {
        ...bought,
        carryOut: (days) =>
          optionView(grantOption(store, account, product, { days, auto_renewal })),
      }),
    };
  },

  'paidOptions.devices': ({ account }, { path: { id } }) => {
    const { devices } = findOption(account, id);
    return { data: { total: devices.length, devices } };
  },

  'paidOptions.subscription': ({ store, account }, { path: { id } }) => {
    const option = findOption(account, id);
    const { used, lifetime } = trafficOf(option, store.now());
    return {
      data: {
        used_traffic_bytes: used,
        lifetime_used_traffic_bytes: lifetime,
        device_limit: option.device_limit,
        traffic_limit_bytes: option.traffic_limit_bytes,
        status: statusOf(option, used, store.now()),
      },
    };
  },

  'paidOptions.setLimits': ({ store, account }, { path: { id }, body }) => {
    const option = findOption(account, id);
    if (body.device_limit !== undefined) {
      option.device_limit = body.device_limit === 0 ? null : body.device_limit;
    }
    if (body.traffic_limit !== undefined) {
      // What was used under the old limit stays used.
      const { used, lifetime } = trafficOf(option, store.now());
      option.used_traffic_bytes = used;
      option.lifetime_used_traffic_bytes = lifetime;
      option.used_at = store.now();
      option.traffic_limit_bytes = body.traffic_limit;
    }
    return done;
  },

  'paidOptions.setTitle': ({ account }, { path: { id, index }, body: { title } }) => {
    findPaidIndex(account, id, index).custom_title = title;
    return done;
  },

  'paidOptions.resetTitle': ({ account }, { path: { id, index } }) => {
    findPaidIndex(account, id, index).custom_title = null;
    return done;
  },

  'paidOptions.stats': ({ store, account }, { path: { id, index } }) => ({
    data: statisticsAt(store, findPaidIndex(account, id, index)),
  }),

  'paidOptions.deleteDevice': ({ account }, { path: { id, device_id } }) => {
    const option = findOption(account, id);
    if (!option.devices.some(({ hwid }) => hwid === device_id)) throw known(40);
    option.devices = option.devices.filter(({ hwid }) => hwid !== device_id);
    return done;
  },

  'paidOptions.deleteAllDevices': ({ account }, { path: { id } }) => {
    findOption(account, id).devices = [];
    return done;
  },

  'paidOptions.setAutoRenewal': ({ account }, { path: { id }, body }) => ({
    data: setRenewal(findOption(account, id), body),
  }),
};
