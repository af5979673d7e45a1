import { known } from './refusal.ts';
import type {
  CloudServerRecord,
  ConfigRecord,
  PaidConfigRecord,
  PaidOptionRecord,
} from './records/owned.ts';
import type { SubscriptionRecord } from './records/subscriptions.ts';
import type { Account } from './state.ts';

/** What is not found, or another's, gives the same error (part 3, Authentication 7). */

export function present<T>(record: T | null | undefined): T {
  if (record === undefined || record === null) throw known(1);
  return record;
}

export function findConfig(account: Account, id: number): ConfigRecord {
  return present(account.configs.find((config) => config.id === id));
}

export function findCloudServer(account: Account, id: number): CloudServerRecord {
  return present(account.cloud_servers.find((server) => server.id === id));
}

export function findCloudConfig(account: Account, serverId: number, id: number) {
  const server = findCloudServer(account, serverId);
  return { server, config: present(server.configs.find((config) => config.id === id)) };
}

export function findProxy(account: Account, serverId: number, id: number) {
  const server = findCloudServer(account, serverId);
  return { server, proxy: present(server.proxies.find((proxy) => proxy.id === id)) };
}

/** `id` is the `option_id`; which number a path wants is not shown. */
export function findOption(account: Account, id: number): PaidOptionRecord {
  return present(account.paid_options.find((option) => option.option_id === id));
}

export function findPaidConfig(account: Account, optionId: number, id: number): PaidConfigRecord {
  return present(findOption(account, optionId).configs.find((config) => config.id === id));
}

export function findPaidIndex(account: Account, optionId: number, index: number): PaidConfigRecord {
  return present(findOption(account, optionId).configs.find((config) => config.index === index));
}

export function findSubscription(account: Account, id: number): SubscriptionRecord {
  return present(account.subscriptions.find((subscription) => subscription.id === id));
}
