import { usualReadings } from '#service/readings.ts';
import type { Clock } from '#core/kernel/ports.ts';
import { createRandom } from '#service/random.ts';
import { emptyAccount } from '#service/seed/account.ts';
import { nextId, type Store } from '#service/store/store.ts';
import { addKey } from '#service/store/keys.ts';
import { createCloudServer, createConfig, createPromocode } from '#service/store/orders.ts';
import { newSubscription } from '#service/store/subscription-items.ts';
import { emptyState, type Account } from '#service/store/state.ts';

export const serviceUrl = 'https://vpn.example.com';
export const apiKey = 'svc_testtest_0123456789abcdef01234567';

/** What the account owns before anything is bought, by the ids that requests name it by. */
export interface OwnedIds {
  /** A key that was bought and can be paid with, once. */
  readonly promocode: string;
  readonly configId: number;
  readonly otherConfigId: number;
  readonly serverId: number;
  readonly subscriptionId: number;
}

/** The service's store with one account, which has money and one of everything that can be renewed. */
export function createDataset(clock: Pick<Clock, 'now'>): {
  readonly store: Store;
  readonly account: Account;
  readonly owned: OwnedIds;
} {
  const state = emptyState('purchases');
  const store: Store = {
    state,
    random: createRandom('purchases'),
    now: () => Math.floor(clock.now() / 1000),
    nowMs: () => clock.now(),
    readings: usualReadings,
    baseUrl: () => serviceUrl,
  };
  const account = emptyAccount(store);
  Object.assign(account, { balance: 6000, referral_balance: 5000, subscription_key: 'first' });
  state.accounts.push(account);
  addKey(account, { id: nextId(store), name: 'This device', created_at: store.now() }, apiKey);
  const order = { location_id: 2, protocol: 'vless', options: {} };
  const month = { days: 30, auto_renewal: false };
  const config = createConfig(store, account, order, month);
  const otherConfig = createConfig(store, account, order, month);
  const rented = { location_id: 3, tariff_config_id: 1, hostname: null };
  const server = createCloudServer(store, account, rented, month);
  Object.assign(server, { status: 'active', url: '198.51.100.9' });
  const bought = createPromocode(store, account, 'configs', 30);
  const subscription = { ...newSubscription(store, 'Home'), subscription_key: 'second' };
  account.subscriptions.push(subscription);
  return {
    store,
    account,
    owned: {
      promocode: bought.code,
      configId: config.id,
      otherConfigId: otherConfig.id,
      serverId: server.id,
      subscriptionId: subscription.id,
    },
  };
}
