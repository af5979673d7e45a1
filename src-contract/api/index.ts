import { apiKeys } from './account/api-keys.ts';
import { cloudConfigs } from './cloud-servers/cloud-configs.ts';
import { cloudProxies } from './cloud-servers/cloud-proxies.ts';
import { cloudServers } from './cloud-servers/cloud-servers.ts';
import { configPurchases } from './configs/config-purchases.ts';
import { configSubconfigs } from './configs/config-subconfigs.ts';
import { configs } from './configs/configs.ts';
import { customSubscriptionParts } from './custom-subscriptions/custom-subscription-parts.ts';
import { customSubscriptions } from './custom-subscriptions/custom-subscriptions.ts';
import { locations } from './locations.ts';
import { money } from './account/money.ts';
import { paidOptionConfigs } from './paid-options/paid-option-configs.ts';
import { paidOptions } from './paid-options/paid-options.ts';
import { profile } from './account/profile.ts';

/** Every endpoint of the service that takes an API key, by id: part 2 of the specification. */
export const api = {
  ...apiKeys,
  ...locations,
  ...configs,
  ...configPurchases,
  ...configSubconfigs,
  ...cloudServers,
  ...cloudConfigs,
  ...cloudProxies,
  ...paidOptions,
  ...paidOptionConfigs,
  ...customSubscriptions,
  ...customSubscriptionParts,
  ...profile,
  ...money,
} as const;

export type Api = typeof api;
export type EndpointId = keyof Api;

/** Ids of the endpoints that do one thing, such as `EndpointIdOf<'read'>`. */
export type EndpointIdOf<Doing extends Api[EndpointId]['effect']> = {
  [Id in EndpointId]: Api[Id]['effect'] extends Doing ? Id : never;
}[EndpointId];

/** Ids of the endpoints that the window may call. */
export type ExposedId = {
  [Id in EndpointId]: Api[Id]['exposure'] extends 'window' ? Id : never;
}[EndpointId];
