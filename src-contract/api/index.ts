import { apiKeys } from './api-keys.ts';
import { cloudConfigs } from './cloud-configs.ts';
import { cloudProxies } from './cloud-proxies.ts';
import { cloudServers } from './cloud-servers.ts';
import { configPurchases } from './config-purchases.ts';
import { configSubconfigs } from './config-subconfigs.ts';
import { configs } from './configs.ts';
import { customSubscriptionParts } from './custom-subscription-parts.ts';
import { customSubscriptions } from './custom-subscriptions.ts';
import { locations } from './locations.ts';
import { money } from './money.ts';
import { paidOptionConfigs } from './paid-option-configs.ts';
import { paidOptions } from './paid-options.ts';
import { profile } from './profile.ts';

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
