import type { itemTypes } from '#contract/records/custom-subscriptions.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { findLocation } from '#service/catalog/locations.ts';
import { optionProducts } from '#service/catalog/tariffs.ts';
import { alphanumeric } from '#service/random.ts';
import { nextId, type Store } from './store.ts';
import { refuse } from './refusal.ts';
import { cloudEndpoint, endpointOfConfig, onlineOf } from './servers.ts';
import { cloudServerOnline } from './settle.ts';
import type { PaidConfigRecord, PaidOptionRecord } from './records/owned.ts';
import type { SubscriptionItemRecord, SubscriptionRecord } from './records/subscriptions.ts';
import type { Account } from './state.ts';

interface ResolvedItem {
  readonly title: string;
  /** `false` once it has expired or does not work any more. */
  readonly is_valid: boolean;
  /** Its structure is not shown by the specification: what a client can at least read. */
  readonly server_config: { readonly protocol: string; readonly connection_url: string } | null;
}

interface ItemReference {
  readonly item_type: (typeof itemTypes)[number];
  readonly item_reference_id: number;
  readonly item_index?: number | undefined;
}

function titleOr(title: string | null, locationId: number, protocol: string): string {
  const place = findLocation(locationId)?.title.ru ?? '';
  return title ?? [place, protocolName(protocol)].filter((part) => part !== '').join(' · ');
}

export function optionTitle(option: PaidOptionRecord): string {
  return optionProducts.find(({ id }) => id === option.option_id)?.title ?? '';
}

export function paidConfigTitle(config: PaidConfigRecord): string {
  return config.custom_title ?? config.title ?? config.original_title;
}

/** What a reference means to this account, or `undefined` when there is no such thing (any more). */
export function resolveItem(
  account: Account,
  item: { item_type: string; item_reference_id: number; item_index?: number | null | undefined },
  now: number,
): ResolvedItem | undefined {
  const id = item.item_reference_id;
  if (item.item_type === 'paid_option' || item.item_type === 'paid_option_index') {
    const option = account.paid_options.find(({ option_id }) => option_id === id);
    if (option === undefined) return undefined;
    const shared = { is_valid: worksAt(option, now), server_config: null };
    if (item.item_type === 'paid_option') return { title: optionTitle(option), ...shared };
    const config = option.configs.find(({ index }) => index === item.item_index);
    return config && { title: paidConfigTitle(config), ...shared };
  }
  const found = connectionsOf(account, now).find(
    ({ type, connection }) => type === item.item_type && connection.id === id,
  );
  if (found === undefined) return undefined;
  const { title, is_valid, connection } = found;
  const { protocol, connection_url } = connection;
  return { title, is_valid, server_config: { protocol, connection_url } };
}

/** Every configuration of an account by what an item calls its kind, with where it leads. */
export function connectionsOf(account: Account, now: number) {
  return [
    ...account.configs.map((connection) => ({
      type: 'user_config' as const,
      connection,
      title: titleOr(connection.title, connection.location_id, connection.protocol),
      is_valid: connection.expires_at > now,
      is_online: onlineOf(connection) === true,
      expires_at: connection.expires_at,
      place: connection.location_id,
      endpoint: () => endpointOfConfig(connection),
    })),
    ...account.cloud_servers.flatMap((server) =>
      server.configs.map((connection) => ({
        type: 'cloud_server_config' as const,
        connection,
        title: titleOr(connection.title, server.location_id, connection.protocol),
        is_valid: server.expires_at > now,
        is_online: cloudServerOnline(server, now),
        expires_at: server.expires_at,
        place: server.location_id,
        server,
        endpoint: () => cloudEndpoint(server, connection.protocol),
      })),
    ),
    ...account.paid_options.flatMap((option) =>
      option.configs.map((connection) => ({
        type: 'paid_option_config' as const,
        connection,
        title: paidConfigTitle(connection),
        is_valid: worksAt(option, now),
        endpoint: () => endpointOfConfig(connection),
      })),
    ),
  ];
}

function worksAt({ expires_at, disabled }: PaidOptionRecord, now: number): boolean {
  return expires_at > now && !disabled;
}

/** The items of a new set. Refuses what is not the user's, and an index item without its index. */
export function acceptItems(
  store: Store,
  account: Account,
  items: readonly ItemReference[],
): SubscriptionItemRecord[] {
  return items.map((item) => {
    if (item.item_type === 'paid_option_index' && item.item_index === undefined) {
      throw refuse('BAD_REQUEST', 'item_index is required');
    }
    const resolved = resolveItem(account, item, store.now());
    if (resolved === undefined) throw refuse('BAD_REQUEST', 'there is no such item');
    return {
      id: nextId(store),
      item_type: item.item_type,
      item_reference_id: item.item_reference_id,
      item_index: item.item_index ?? null,
      title: resolved.title,
    };
  });
}

export function newSubscription(store: Store, title: string): SubscriptionRecord {
  return {
    id: nextId(store),
    title,
    subscription_key: store.random.text(24, alphanumeric),
    items: [],
    template_enabled: false,
    template: null,
    device_settings: { block_unknown_devices: false, device_limit: 0 },
    devices: [],
  };
}
