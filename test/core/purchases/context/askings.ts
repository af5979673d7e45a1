import type { PurchaseEndpoint } from '#contract/api/index.ts';
import type { InProcessService, OtherInput } from './in-process-service.ts';

/** One thing that a person may ask for, on any of their devices. */
export interface Asking {
  readonly row: PurchaseEndpoint;
  readonly input: OtherInput;
}

/** Everything that is sent through the journal, in the ways of paying that there are. */
export function askingsOf(service: InProcessService): readonly Asking[] {
  const { promocode, configId, otherConfigId, serverId, subscriptionId } = service;
  const vless = { location_id: 1, protocol: 'vless' };
  const config = (body: object): Asking => ({ row: 'configs.create', input: { body } });
  const renewal = (body: object): Asking => ({
    row: 'configs.renew',
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
      row: 'configs.renew',
      input: { path: { config_id: otherConfigId }, body: { tariff_id: 10_101 } },
    },
    { row: 'cloudServers.create', input: { body: cloud } },
    { row: 'cloudServers.create', input: { body: { ...cloud, payment_method_id: 1 } } },
    { row: 'cloudServers.renew', input: { body: { server_id: serverId, days: 30 } } },
    { row: 'paidOptions.create', input: { body: option } },
    { row: 'paidOptions.create', input: { body: { ...option, as_key: true } } },
    { row: 'paidOptions.create', input: { body: { ...option, payment_method_id: 1 } } },
    { row: 'balance.topup', input: { body: { amount: 500, payment_method_id: 3 } } },
    {
      row: 'referral.withdrawSbp',
      input: { body: { bank_id: '100000000901', amount: 1000, phone_number: '+79991234567' } },
    },
    {
      row: 'referral.withdrawCard',
      input: { body: { amount: 1000, card_number: '4111111111111111' } },
    },
    { row: 'apiKeys.create', input: { body: { name: 'Laptop' } } },
    { row: 'profile.resetSubscriptionLink', input: {} },
    { row: 'customSubscriptions.resetKey', input: { path: { id: subscriptionId } } },
    { row: 'messenger.connect', input: {} },
    { row: 'xray.createKeys', input: {} },
  ];
}
