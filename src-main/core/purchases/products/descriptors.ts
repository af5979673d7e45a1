import type { PurchaseEndpoint } from '#contract/api/index.ts';
import { accountKeyReset, apiKeyCreation, keyPairCreation, subscriptionKeyReset } from './keys.ts';
import { messengerLink } from './messenger.ts';
import {
  cloudServerPurchase,
  cloudServerRenewal,
  configPurchase,
  configRenewal,
  paidOptionPurchase,
  topUp,
} from './paid-products.ts';
import type { PurchaseDescriptor } from './product.ts';
import { cardWithdrawal, sbpWithdrawal } from './withdrawals.ts';

export const descriptors: Readonly<Record<PurchaseEndpoint, PurchaseDescriptor>> = {
  'configs.create': configPurchase,
  'configs.renew': configRenewal,
  'cloudServers.create': cloudServerPurchase,
  'cloudServers.renew': cloudServerRenewal,
  'paidOptions.create': paidOptionPurchase,
  'balance.topup': topUp,
  'referral.withdrawSbp': sbpWithdrawal,
  'referral.withdrawCard': cardWithdrawal,
  'apiKeys.create': apiKeyCreation,
  'profile.resetSubscriptionLink': accountKeyReset,
  'customSubscriptions.resetKey': subscriptionKeyReset,
  'messenger.connect': messengerLink,
  'xray.createKeys': keyPairCreation,
};
