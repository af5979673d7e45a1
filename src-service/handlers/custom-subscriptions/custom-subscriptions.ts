import { createCipheriv, createHash } from 'node:crypto';
import type { customSubscriptions as endpoints } from '#contract/api/custom-subscriptions/custom-subscriptions.ts';
import type {
  AvailableItems,
  SubscriptionItem,
  SubscriptionSummary,
} from '#contract/records/custom-subscriptions.ts';
import { alphanumeric } from '#service/random.ts';
import { findSubscription } from '#service/store/find.ts';
import type { Store } from '#service/store/store.ts';
import { onlineOf } from '#service/store/servers.ts';
import type { PaidOptionRecord } from '#service/store/records/owned.ts';
import type {
  SubscriptionItemRecord,
  SubscriptionRecord,
} from '#service/store/records/subscriptions.ts';
import type { Account } from '#service/store/state.ts';
import {
  acceptItems,
  connectionsOf,
  newSubscription,
  optionTitle,
  paidConfigTitle,
  resolveItem,
} from '#service/store/subscription-items.ts';
import { findLocation } from '#service/catalog/locations.ts';
import { done, type HandlersOf } from '#service/handlers/handler.ts';

function summary(subscription: SubscriptionRecord): SubscriptionSummary {
  const { id, title, subscription_key, items } = subscription;
  return { id, title, subscription_key, items_count: items.length };
}

function itemView(account: Account, item: SubscriptionItemRecord, now: number): SubscriptionItem {
  const resolved = resolveItem(account, item, now);
  return {
    id: item.id,
    item_type: item.item_type,
    item_reference_id: item.item_reference_id,
    ...(item.item_type === 'paid_option_index' && { item_index: item.item_index }),
    resolved_title: resolved?.title ?? null,
    is_valid: resolved?.is_valid ?? false,
  };
}

function withItems({ account, store }: { account: Account; store: Store }, id: number) {
  const subscription = findSubscription(account, id);
  return {
    ...summary(subscription),
    items: subscription.items.map((item) => itemView(account, item, store.now())),
  };
}

function availableItems(account: Account, now: number): AvailableItems {
  return {
    configs: connectionsOf(account, now).flatMap((each) => {
      if (each.type === 'paid_option_config') return [];
      const { type: source, connection, title, expires_at, is_online, place } = each;
      const { id, protocol } = connection;
      const shown = { id, title, protocol, ...emojiOf(place), expires_at, is_online, source };
      return 'server' in each ? { ...shown, cloud_server_id: each.server.id } : shown;
    }),
    paid_options: account.paid_options.map((option) => ({
      id: option.option_id,
      title: optionTitle(option),
      expires_at: option.expires_at,
      configs: option.configs.map(availableOptionConfig),
    })),
  };
}

/** What comes with an option is named by its index, what the user created by its id. */
function availableOptionConfig(config: PaidOptionRecord['configs'][number]) {
  const { id, index, server_id, original_title, custom_title } = config;
  if (config.built_in) return { type: 'index' as const, index, original_title, custom_title };
  const shown = { title: paidConfigTitle(config), is_online: onlineOf(config) === true };
  return { type: 'server' as const, id, server_id, ...shown };
}

function emojiOf(locationId: number): { location_emoji?: string } {
  const emoji = findLocation(locationId)?.emoji;
  return emoji === undefined ? {} : { location_emoji: emoji };
}

/** The subscription's address sealed for a client application that holds the other key. */
function encryptedLink(store: Store, subscription: SubscriptionRecord): string {
  const key = createHash('sha256').update(`client:${store.state.seed}`).digest();
  const nonce = createHash('sha256').update(subscription.subscription_key).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const address = `https://sub.example.com/${subscription.subscription_key}`;
  const sealed = Buffer.concat([cipher.update(address, 'utf8'), cipher.final()]);
  const link = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  return `happ://crypt/${link}`;
}

export const customSubscriptionHandlers: HandlersOf<typeof endpoints> = {
  'customSubscriptions.list': ({ account }) => ({ data: account.subscriptions.map(summary) }),

  'customSubscriptions.availableItems': ({ account, store }) => ({
    data: availableItems(account, store.now()),
  }),

  'customSubscriptions.get': ({ account, store }, { path: { id } }) => {
    const subscription = findSubscription(account, id);
    return {
      data: {
        ...summary(subscription),
        items: subscription.items.map((item) => ({
          ...itemView(account, item, store.now()),
          server_config: resolveItem(account, item, store.now())?.server_config ?? null,
        })),
      },
    };
  },

  'customSubscriptions.create': ({ account, store }, { body }) => {
    const items = acceptItems(store, account, body.items);
    const subscription = { ...newSubscription(store, body.title), items };
    account.subscriptions.push(subscription);
    return { data: withItems({ account, store }, subscription.id) };
  },

  'customSubscriptions.setTitle': ({ account }, { path: { id }, body: { title } }) => {
    const subscription = findSubscription(account, id);
    subscription.title = title;
    return { data: summary(subscription) };
  },

  'customSubscriptions.setItems': ({ account, store }, { path: { id }, body }) => {
    const subscription = findSubscription(account, id);
    subscription.items = acceptItems(store, account, body.items);
    return { data: withItems({ account, store }, id) };
  },

  'customSubscriptions.resetKey': ({ account, store }, { path: { id } }) => {
    const subscription = findSubscription(account, id);
    subscription.subscription_key = store.random.text(24, alphanumeric);
    return { data: summary(subscription) };
  },

  'customSubscriptions.delete': ({ account }, { path: { id } }) => {
    const subscription = findSubscription(account, id);
    account.subscriptions = account.subscriptions.filter((other) => other !== subscription);
    return done;
  },

  'customSubscriptions.encryptedLink': ({ account, store }, { path: { id } }) => ({
    data: encryptedLink(store, findSubscription(account, id)),
  }),
};
