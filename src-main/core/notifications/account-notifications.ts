import { cloudServerName } from '#contract/rules/server-name.ts';
import type { ConnectionRow } from '#contract/ipc/connections.ts';
import { shownTitle } from '#contract/protocol-names.ts';
import { connectionPath } from '#core/connections/connection.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Inbox } from './inbox.ts';
import type { ReadCache } from '#core/cache/read-cache.ts';
import { nextTurn } from '#core/kernel/next-turn.ts';
import type { Clock } from '#core/kernel/ports.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import type { Reboots } from '#core/stats/reboots.ts';
import type { SealedVault } from '#core/kernel/vault/sealed-vault.ts';
import { createScheduler } from '#core/kernel/scheduler.ts';
import { eventFacts, readEventFacts } from './event-facts.ts';
import { cachedRenewals } from './expiry.ts';
import type { SystemNotification, SystemNotificationKind } from './notification.ts';
import { createSystemNotifications } from './system-notifications.ts';

/** What a check of favourites found that was otherwise before. */
interface FoundHere {
  readonly stopped: readonly ConnectionRow[];
  readonly back: readonly ConnectionRow[];
  readonly working: ConnectionRow | undefined;
}

/** Which no longer answer from here, with one to copy instead; else which answer again. */
function hereNotification({ stopped, back, working }: FoundHere): SystemNotification | undefined {
  const isStopped = stopped.length > 0;
  const [first, ...others] = isStopped ? stopped : back;
  if (first === undefined) return undefined;
  const copied = isStopped ? working : first;
  return {
    kind: isStopped ? 'stopped-here' : 'back-here',
    title: shownTitle(first),
    others: others.length,
    path: connectionPath((copied ?? first).key),
    ...(copied && { copy: { key: copied.key, title: shownTitle(copied) } }),
  };
}

/** Readings of statistics within this are checked together, milliseconds. */
const readingsTogetherMs = 10_000;

export type AccountNotifications = ReturnType<typeof createAccountNotifications>;

export function createAccountNotifications(options: {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  readonly inbox: Pick<Inbox, 'state' | 'add'>;
  readonly purchases: Pick<Purchases, 'list'>;
  readonly reboots: Reboots;
  readonly wants: (kind: SystemNotificationKind) => boolean;
  readonly show: (notification: SystemNotification) => void;
}) {
  const { clock, readCache, connections, reboots } = options;
  const soon = createScheduler(clock);
  let ready = false;

  const renewals = () => cachedRenewals(readCache, connections);
  const notifications = createSystemNotifications({
    ...options,
    keep: (events) => options.inbox.add(events),
    snapshot: () => {
      const now = renewals();
      return {
        facts: eventFacts(options, now.things),
        inbox: options.inbox.state(),
        journal: options.purchases.list(),
        renewals: now,
        hours: readCache.cached('profile.notificationSettings', {})?.value,
        serversBack: reboots.back(),
      };
    },
    serverName(id) {
      return renewals().things.find(({ key }) => key === cloudServerName(id))?.title ?? '';
    },
    onServerAnnounced: (id) => reboots.announced(id),
  });

  return {
    /** Everything was refreshed: reads what else is needed, then checks. */
    async refreshed(): Promise<void> {
      await readEventFacts(options, () => renewals().things);
      // Both go through all that expires, which may be long.
      await nextTurn();
      ready = true;
      notifications.check();
    },
    changed() {
      if (ready) notifications.check();
    },
    /** Statistics were read, which may be every second: checks a little later. */
    read() {
      if (!ready || soon.isScheduled) return;
      soon.schedule(() => notifications.check(), readingsTogetherMs);
    },
    checked(found: FoundHere) {
      const hours = readCache.cached('profile.notificationSettings', {});
      const notification = hereNotification(found);
      if (notification && (ready || hours !== undefined)) notifications.checked(notification);
    },
    stop() {
      soon.cancel();
      notifications.stop();
    },
  };
}
