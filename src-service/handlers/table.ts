import { apiKeyHandlers } from './api-keys.ts';
import { cloudConfigHandlers } from './cloud-configs.ts';
import { cloudProxyHandlers } from './cloud-proxies.ts';
import { cloudServerHandlers } from './cloud-servers.ts';
import { configPurchaseHandlers } from './config-purchases.ts';
import { configSubconfigHandlers } from './config-subconfigs.ts';
import { configHandlers } from './configs.ts';
import { customSubscriptionPartHandlers } from './custom-subscription-parts.ts';
import { customSubscriptionHandlers } from './custom-subscriptions.ts';
import type { Handlers } from './handler.ts';
import { locationHandlers } from './locations.ts';
import { moneyHandlers } from './money.ts';
import { paidOptionConfigHandlers } from './paid-option-configs.ts';
import { paidOptionHandlers } from './paid-options.ts';
import { profileHandlers } from './profile.ts';

/** What carries out each row of the contract; a row without a handler does not compile. */
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
