import { apiKeyHandlers } from './account/api-keys.ts';
import { cloudConfigHandlers } from './cloud-servers/cloud-configs.ts';
import { cloudProxyHandlers } from './cloud-servers/cloud-proxies.ts';
import { cloudServerHandlers } from './cloud-servers/cloud-servers.ts';
import { configPurchaseHandlers } from './configs/config-purchases.ts';
import { configSubconfigHandlers } from './configs/config-subconfigs.ts';
import { configHandlers } from './configs/configs.ts';
import { customSubscriptionPartHandlers } from './custom-subscriptions/custom-subscription-parts.ts';
import { customSubscriptionHandlers } from './custom-subscriptions/custom-subscriptions.ts';
import type { Handlers } from './handler.ts';
import { locationHandlers } from './locations.ts';
import { moneyHandlers } from './account/money.ts';
import { paidOptionConfigHandlers } from './paid-options/paid-option-configs.ts';
import { paidOptionHandlers } from './paid-options/paid-options.ts';
import { profileHandlers } from './account/profile.ts';

/** The handler of each endpoint of the contract; an endpoint without a handler does not compile. */
export const handlers: Handlers = {
  ...apiKeyHandlers,
  ...locationHandlers,
  ...configHandlers,
  ...configPurchaseHandlers,
  ...configSubconfigHandlers,
  ...cloudServerHandlers,
  ...cloudConfigHandlers,
  ...cloudProxyHandlers,
  ...paidOptionHandlers,
  ...paidOptionConfigHandlers,
  ...customSubscriptionHandlers,
  ...customSubscriptionPartHandlers,
  ...profileHandlers,
  ...moneyHandlers,
};
