import { tariffLists, type Expiring } from '#contract/rules/expiring.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Inbox } from '#core/inbox.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import type { Clock } from '#core/ports.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import type { Reboots } from '#core/stats/reboots.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
import { cachedExpiring, thresholdOf } from './expiry.ts';
import type { SystemNotification, SystemNotificationKind } from './notification.ts';
import { createSystemNotifications } from './system-notifications.ts';

/** The notification settings change rarely, and other devices may change them, milliseconds. */
const hoursFreshFor = 6 * 3_600_000;

export type AccountNotifications = ReturnType<typeof createAccountNotifications>;

/** The system notifications of one open account. */
export function createAccountNotifications(options: {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  readonly inbox: Pick<Inbox, 'state'>;
  readonly purchases: Pick<Purchases, 'list'>;
  readonly reboots: Reboots;
  readonly wants: (kind: SystemNotificationKind) => boolean;
  readonly show: (notification: SystemNotification) => void;
}) {
  const { clock, readCache, connections, reboots } = options;
  /** Notifications are held until quiet hours have loaded or failed to load. */
  let ready = false;
  const tariffsRead = new Set<string>();

  const resources = () => cachedExpiring(readCache, connections.records());
  const servers = () => readCache.cached('cloudServers.list', {})?.value ?? [];
  const notifications = createSystemNotifications({
    ...options,
    snapshot: () => ({
      inbox: options.inbox.state(),
      journal: options.purchases.list(),
      resources: resources(),
      balance: readCache.cached('profile.get', {})?.value.balance,
      hours: readCache.cached('profile.notificationSettings', {})?.value,
      serversBack: reboots.back(),
    }),
    serverName(id) {
      const server = servers().find((each) => each.id === id);
      return server?.hostname ?? server?.url ?? '';
    },
    onServerAnnounced(id) {
      reboots.announced(id);
    },
  });

  return {
    /** Everything was refreshed: reads what else is needed, then checks. */
    async refreshed(): Promise<void> {
      await readHours(readCache, clock);
      await readPrices(options, resources(), tariffsRead);
      ready = true;
      notifications.check();
    },
    /** Something that may be shown has changed. */
    changed() {
      if (ready) notifications.check();
    },
    stop() {
      notifications.stop();
    },
  };
}

async function readHours(readCache: ReadCache, clock: Clock): Promise<void> {
  const seen = readCache.cached('profile.notificationSettings', {});
  const age = clock.now() - (seen?.fetchedAt ?? 0);
  if (seen && age >= 0 && age < hoursFreshFor) return;
  await readCache.fetch('profile.notificationSettings', {}, 'background');
}

/**
 * Reads prices only of what expires soon and would renew itself.
 *
 * @param read the lists of prices that were read in this run, each once
 */
async function readPrices(
  { readCache, clock }: { readonly readCache: ReadCache; readonly clock: Clock },
  resources: readonly Expiring[],
  read: Set<string>,
): Promise<void> {
  for (const { kind, expiresAt, autoRenewal, price } of resources) {
    const tariffs = tariffLists[kind];
    if (!autoRenewal || price !== undefined) continue;
    if (thresholdOf(expiresAt, clock.now()) === undefined) continue;
    if (read.has(tariffs)) continue;
    read.add(tariffs);
    await readCache.fetch(tariffs, {}, 'background');
  }
}
