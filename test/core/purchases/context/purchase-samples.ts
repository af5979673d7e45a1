import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { InProcessService, OtherInput } from './in-process-service.ts';

/** One resource that a user may ask for, on any of their devices. */
export interface PurchaseSample {
  readonly endpoint: PurchaseEndpoint;
  readonly input: OtherInput;
}

/** Everything that is sent through the journal, in the ways of paying that there are. */
export function purchaseSamples(service: InProcessService): readonly PurchaseSample[] {
  const { promocode, configId, otherConfigId, serverId, subscriptionId } = service;
  const vless = { location_id: 1, protocol: 'vless' };
  const config = (body: object): PurchaseSample => ({
    endpoint: 'configs.create',
    input: { body },
  });
  const renewal = (body: object): PurchaseSample => ({
    endpoint: 'configs.renew',
    input: { path: { config_id: configId }, body },
  });
  const cloud = { location_id: 3, tariff_config_id: 1, tariff_id: 21_101 };
  const option = { paid_option_id: 1, tariff_id: 31_101 };
  return [
    config({ ...vless, tariff_id: 10_101 }),
    config({ ...vless, tariff_id: 10_102 }),
    config({ ...vless, location_id: 2 }),
    config({ ...vless, tariff_id: 10_101, payment_method_id: 1 }),
    config({ ...vless, promocode }),
    config({ as_key: true, tariff_id: 10_101 }),
    config({ as_key: true, tariff_id: 10_201, payment_method_id: 2 }),
    renewal({ tariff_id: 10_101 }),
    renewal({ tariff_id: 10_301, payment_method_id: 3 }),
    renewal({ promocode }),
    {
      endpoint: 'configs.renew',
      input: { path: { config_id: otherConfigId }, body: { tariff_id: 10_101 } },
    },
    { endpoint: 'cloudServers.create', input: { body: cloud } },
    { endpoint: 'cloudServers.create', input: { body: { ...cloud, payment_method_id: 1 } } },
    { endpoint: 'cloudServers.renew', input: { body: { server_id: serverId, days: 30 } } },
    { endpoint: 'paidOptions.create', input: { body: option } },
    { endpoint: 'paidOptions.create', input: { body: { ...option, as_key: true } } },
    { endpoint: 'paidOptions.create', input: { body: { ...option, payment_method_id: 1 } } },
    { endpoint: 'balance.topup', input: { body: { amount: 500, payment_method_id: 3 } } },
    {
      endpoint: 'referral.withdrawSbp',
      input: { body: { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' } },
    },
    {
      endpoint: 'referral.withdrawCard',
      input: { body: { amount: 1000, card_number: '4111111111111111' } },
    },
    { endpoint: 'apiKeys.create', input: { body: { name: 'Laptop' } } },
    { endpoint: 'profile.resetSubscriptionLink', input: {} },
    { endpoint: 'customSubscriptions.resetKey', input: { path: { id: subscriptionId } } },
    { endpoint: 'messenger.connect', input: {} },
    { endpoint: 'xray.createKeys', input: {} },
  ];
}
