import type { EndpointDefinition, InputOf } from '#contract/endpoint.ts';
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

const endpoints = {
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

type Endpoints = typeof endpoints;
export type EndpointId = keyof Endpoints;

export type EndpointIdOf<EffectKind extends Endpoints[EndpointId]['effect']> = {
  [Id in EndpointId]: Endpoints[Id]['effect'] extends EffectKind ? Id : never;
}[EndpointId];

export type RequestTo<Id extends EndpointId> = Id extends EndpointId
  ? { readonly endpoint: Id; readonly input: InputOf<Api[Id]> }
  : never;

/** Ids of the endpoints that the window may call. */
export type ExposedId = {
  [Id in EndpointId]: Endpoints[Id]['exposure'] extends 'window' ? Id : never;
}[EndpointId];

/** Ids of the endpoints that the window may call directly: those exposed to it, except the reads. */
export type ChangeId = Exclude<ExposedId, EndpointIdOf<'read'>>;
export type Change = RequestTo<ChangeId>;

/** Every endpoint of the service that takes an API key, by id: part 2 of the specification. */
export const api = withIds(
  endpoints satisfies Record<EndpointId, { readonly makesStale: readonly EndpointIdOf<'read'>[] }>,
);
export type Api = typeof api;

function withIds<Table extends Readonly<Record<string, EndpointDefinition>>>(
  table: Table,
): { readonly [Id in keyof Table & string]: Table[Id] & { readonly id: Id } } {
  const named = Object.entries(table).map(([id, definition]) => [id, { ...definition, id }]);
  return Object.fromEntries(named) as ReturnType<typeof withIds<Table>>;
}

/** Ids of the endpoints whose `data` is this very schema, in the table's order. */
export function endpointIdsAnswering<Data>(data: Data): readonly EndpointIdAnswering<Data>[] {
  const ids = Object.keys(api) as EndpointId[];
  return ids.filter((id): id is EndpointIdAnswering<Data> => Object.is(api[id].data, data));
}

type EndpointIdAnswering<Data> = {
  [Id in EndpointId]: Api[Id]['data'] extends Data ? Id : never;
}[EndpointId];

/** Ids of the endpoints that cost money or answer with something that is shown once. */
export type PurchaseEndpoint = {
  [Id in EndpointId]: Api[Id]['exposure'] extends 'journal' ? Id : never;
}[EndpointId];

/** The endpoints that are sent through the purchase journal and in no other way. */
export const purchaseEndpoints: readonly PurchaseEndpoint[] = Object.keys(api).filter(isPurchase);

/** Whether an endpoint is one of `purchaseEndpoints`. */
export function isPurchase(id: string): id is PurchaseEndpoint {
  return Object.hasOwn(api, id) && api[id as EndpointId].exposure === 'journal';
}
