import type { itemTypes } from '#contract/records/custom-subscriptions.ts';
import { protocolName } from '#contract/protocol-names.ts';
import { findLocation } from '#service/catalog/locations.ts';
import { optionProducts } from '#service/catalog/tariffs.ts';
import { nextId, type Store } from './store.ts';
import { refuse } from './refusal.ts';
import type { PaidConfigRecord, PaidOptionRecord } from './records/owned.ts';
import type { SubscriptionItemRecord } from './records/subscriptions.ts';
import type { Account } from './state.ts';

/** What an item of a custom subscription points at, as it is now. */
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

/** The title of a configuration that has none of its own. */
export function titleOr(title: string | null, locationId: number, protocol: string): string {
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
  switch (item.item_type) {
    case 'user_config': {
      const config = account.configs.find((candidate) => candidate.id === id);
      return (
        config && {
          title: titleOr(config.title, config.location_id, config.protocol),
          is_valid: config.expires_at > now,
          server_config: { protocol: config.protocol, connection_url: config.connection_url },
        }
      );
    }
    case 'cloud_server_config': {
      const server = account.cloud_servers.find(({ configs }) =>
        configs.some((candidate) => candidate.id === id),
      );
      const config = server?.configs.find((candidate) => candidate.id === id);
      if (server === undefined || config === undefined) return undefined;
      return {
        title: titleOr(config.title, server.location_id, config.protocol),
        is_valid: server.expires_at > now,
        server_config: { protocol: config.protocol, connection_url: config.connection_url },
      };
    }
    case 'paid_option':
    case 'paid_option_index': {
      const option = account.paid_options.find(({ option_id }) => option_id === id);
      if (option === undefined) return undefined;
      const is_valid = option.expires_at > now && !option.disabled;
      if (item.item_type === 'paid_option') {
        return { title: optionTitle(option), is_valid, server_config: null };
      }
      const config = option.configs.find(({ index }) => index === item.item_index);
      return config && { title: paidConfigTitle(config), is_valid, server_config: null };
    }
    case 'paid_option_config': {
      const option = account.paid_options.find(({ configs }) =>
        configs.some((candidate) => candidate.id === id),
      );
      const config = option?.configs.find((candidate) => candidate.id === id);
      if (option === undefined || config === undefined) return undefined;
      return {
        title: paidConfigTitle(config),
        is_valid: option.expires_at > now && !option.disabled,
        server_config: { protocol: config.protocol, connection_url: config.connection_url },
      };
    }
    default:
      return undefined;
  }
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
