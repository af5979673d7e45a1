import type { EndpointId } from '#contract/api/index.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { Inbox } from '#core/inbox.ts';
import type { Library } from '#core/cache/read-cache.ts';
import type { Clock } from '#core/ports.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import type { SealedVault } from '#core/vault/sealed-vault.ts';
import { markOf } from './expiry.ts';
import type { Notice, NoticeKind } from './notification.ts';
import { createNotices } from './system-notifications.ts';
import { thingsThatExpire } from './resources.ts';

/** The notification settings change rarely, and other devices may change them, milliseconds. */
const hoursFreshFor = 6 * 3_600_000;

/** Where the prices of what expires are listed, by the beginning of its key. */
const tariffsOf = {
  config: 'configs.tariffs',
  cloud: 'cloudServers.tariffs',
  paid: 'paidOptions.tariffs',
} as const;

export interface AccountNotices {
  /** Everything was read again: what else there is to know is read, and then looked at. */
  refreshed(): Promise<void>;
  /** Something that may be told has changed. */
  changed(): void;
  /** A change of this row was done. */
  sent(id: EndpointId, input: unknown): void;
  stop(): void;
}

/** The notices of one open account, from what is read of it anyway and the little that is not. */
export function createAccountNotices(options: {
  readonly clock: Clock;
  readonly vault: SealedVault;
  readonly client: ApiClient;
  readonly library: Library;
  readonly connections: Connections;
  readonly inbox: Pick<Inbox, 'state'>;
  readonly purchases: Pick<Purchases, 'list'>;
  readonly wants: (kind: NoticeKind) => boolean;
  readonly tell: (notice: Notice) => void;
}): AccountNotices {
  const { clock, client, library, connections } = options;
  /** Nothing is told before it is known, or could not be learnt, when it may be. */
  let ready = false;
  const tariffsAsked = new Set<string>();

  const things = () => thingsThatExpire(library, connections.all());
  const servers = () => library.seen('cloudServers.list', {})?.value ?? [];
  const notices = createNotices({
    ...options,
    seen: () => ({
      inbox: options.inbox.state(),
      journal: options.purchases.list(),
      things: things(),
      balance: library.seen('profile.get', {})?.value.balance,
      hours: library.seen('profile.notificationSettings', {})?.value,
    }),
    async askServer(id) {
      const input = { path: { id } };
      const read = await client.call('cloudServers.serverStats', input, { priority: 'background' });
      return read.ok ? read.value.status : undefined;
    },
    nameOfServer(id) {
      const server = servers().find((each) => each.id === id);
      return server?.hostname ?? server?.url ?? '';
    },
  });

  async function readHours(): Promise<void> {
    const seen = library.seen('profile.notificationSettings', {});
    const age = clock.now() - (seen?.fetchedAt ?? 0);
    if (seen && age >= 0 && age < hoursFreshFor) return;
    await library.fetch('profile.notificationSettings', {}, 'background');
  }

  /** Prices only of what is near and would renew itself: nobody else asks for them in between. */
  async function readPrices(): Promise<void> {
    for (const { key, expiresAt, autoRenewal, price } of things()) {
      if (!autoRenewal || price !== undefined) continue;
      if (markOf(expiresAt, clock.now()) === undefined) continue;
      const row = tariffsOf[key.split(':')[0] as keyof typeof tariffsOf];
      if (tariffsAsked.has(row)) continue;
      tariffsAsked.add(row);
      await library.fetch(row, {}, 'background');
    }
  }

  return {
    async refreshed() {
      await readHours();
      await readPrices();
      ready = true;
      notices.look();
    },
    changed() {
      if (ready) notices.look();
    },
    sent(id, input) {
      if (id !== 'cloudServers.reboot') return;
      const { path } = input as { readonly path: { readonly id: number } };
      notices.rebooted(path.id);
    },
    stop() {
      notices.stop();
    },
  };
}
