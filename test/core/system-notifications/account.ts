import type { Expiring } from '#core/system-notifications/expiry.ts';
import type { Notice, NoticeKind } from '#core/system-notifications/notification.ts';
import { createNotices, type Seen } from '#core/system-notifications/system-notifications.ts';
import { createMemoryVault } from '#core/vault/memory-vault.ts';
import { createSealedVault } from '#core/vault/sealed-vault.ts';
import { manualClock, seededRandom } from '#test/core/fakes.ts';

/** Milliseconds. */
export const hour = 3_600_000;
export const day = 24 * hour;

/** An account whose state a test changes, and what was told of it. */
export function account(start = Date.UTC(2026, 0, 15, 12)) {
  const clock = manualClock(start);
  const vault = createSealedVault({
    vault: createMemoryVault(),
    account: 'a',
    key: new Uint8Array(32),
    random: seededRandom(),
  });
  const told: Notice[] = [];
  const off = new Set<NoticeKind>();
  const status = { of: undefined as string | undefined };
  let seen: Seen = {
    inbox: { items: [], unread: 0, mayBeMissing: false },
    journal: { entries: [], unreadable: [], kept: true },
    things: [],
    balance: 0,
    hours: undefined,
  };
  const open = () =>
    createNotices({
      clock,
      vault,
      seen: () => seen,
      wants: (kind) => !off.has(kind),
      askServer: () => Promise.resolve(status.of),
      nameOfServer: (id) => `server ${String(id)}`,
      tell: (notice) => void told.push(notice),
    });
  let notices = open();
  return {
    clock,
    told,
    off,
    status,
    see(change: Partial<Seen>) {
      seen = { ...seen, ...change };
      notices.look();
    },
    restart() {
      notices.stop();
      notices = open();
      notices.look();
    },
    rebooted: (id: number) => {
      notices.rebooted(id);
    },
  };
}

export const inbox = (...ids: string[]): Seen['inbox'] => ({
  items: ids.map((id) => ({ id, content: id, receivedAt: 0, read: false })),
  unread: ids.length,
  mayBeMissing: false,
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
  price: undefined,
  ...more,
});
