import type { AccountEvent } from '#contract/ipc/inbox.ts';
import type { Expiring } from '#contract/upcoming/expiring.ts';
import type {
  SystemNotification,
  SystemNotificationKind,
} from '#core/notifications/notification.ts';
import {
  createSystemNotifications,
  type AccountSnapshot,
} from '#core/notifications/system-notifications.ts';
import { createMemoryVault } from '#core/kernel/vault/memory-vault.ts';
import { manualClock, sealedOver } from '#test/core/fakes.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

/** An account whose state a test changes, and the notifications that were shown. */
export function account(start = Date.UTC(2026, 0, 15, 12)) {
  const clock = manualClock(start);
  const vault = sealedOver(createMemoryVault());
  const shown: SystemNotification[] = [];
  /** What was put into the inbox. */
  const stored: AccountEvent[] = [];
  const off = new Set<SystemNotificationKind>();
  let snapshot: AccountSnapshot = {
    inbox: { items: [], unread: 0, mayBeMissing: false, failure: null },
    journal: { entries: [], unreadable: [], persistent: true },
    renewals: { things: [], balance: { roubles: 0, readAt: start }, isPartial: false },
    hours: undefined,
    serversBack: [],
    facts: { favourites: [], options: [], devices: undefined },
  };
  const open = () =>
    createSystemNotifications({
      clock,
      vault,
      snapshot: () => snapshot,
      wants: (kind) => !off.has(kind),
      serverName: (id) => `server ${String(id)}`,
      onServerAnnounced: (id) => {
        snapshot = {
          ...snapshot,
          serversBack: snapshot.serversBack.filter((other) => other !== id),
        };
      },
      keep: (events) => void stored.push(...events),
      show: (notification) => void shown.push(notification),
    });
  let notifications = open();
  return {
    clock,
    shown,
    stored,
    off,
    see(change: Partial<AccountSnapshot>) {
      snapshot = { ...snapshot, ...change };
      notifications.check();
    },
    check(kind: 'stopped-here' | 'back-here') {
      notifications.checked({ kind, title: 'Home', others: 0, path: '/connections/config:1' });
    },
    /** What expires, and what the balance has (roubles, read just now). */
    seeRenewals(things: readonly Expiring[], roubles = 0, isPartial = false) {
      const balance = { roubles, readAt: clock.now() };
      this.see({ renewals: { things, balance, isPartial } });
    },
    restart() {
      notifications.stop();
      notifications = open();
      notifications.check();
    },
  };
}

export const inbox = (...ids: string[]): AccountSnapshot['inbox'] => ({
  items: ids.map((id) => ({ id, content: id, receivedAt: 0, read: false })),
  unread: ids.length,
  mayBeMissing: false,
  failure: null,
});

export const hours = (start: number, end: number, offset = 0) => ({
  renewal_reminders: true,
  notification_start_hour: start,
  notification_end_hour: end,
  timezone_offset: offset,
});

export const thing = (expiresAt: number, more: Partial<Expiring> = {}): Expiring => ({
  key: 'config:1',
  title: 'Phone',
  path: '/connections/config:1',
  expiresAt,
  autoRenewal: false,
  kind: 'config',
  days: 30,
  price: undefined,
  ...more,
});
