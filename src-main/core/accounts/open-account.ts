import { z } from 'zod';
import type { EndpointId } from '#contract/api/index.ts';
import type { AccountWorld, OpenAccount } from './account.ts';
import { openLimits } from './account-limits.ts';
import { openRecords } from './account-records.ts';
import { openStatistics } from './account-statistics.ts';
import { createApiClient } from '#core/api/api-client.ts';
import { createConnectionActions } from '#core/connections/connection-actions.ts';
import { createConnectionBulk } from '#core/connections/connection-bulk.ts';
import { createConnectionSync } from '#core/connections/connection-sync.ts';
import { createConnections } from '#core/connections/create-connections.ts';
import { createInbox } from '#core/inbox.ts';
import { createKeyTools } from '#core/keys/key-tools.ts';
import { createLibrary } from '#core/cache/read-cache.ts';
import { createSync } from '#core/cache/sync.ts';
import type { PersistedUsage } from '#core/limits/persisted-usage.ts';
import { createAccountNotices } from '#core/system-notifications/account-notifications.ts';
import type { HttpTransport, Vault } from '#core/ports.ts';
import { createPurchases } from '#core/purchases/purchases.ts';

/**
 * Opens an account: its sealed records first, so that everything seen before is there at once, and
 * the service behind it.
 *
 * @param options.kept whether `vault` outlives this run; notifications are read only then, because
 *   reading destroys them at the service
 * @param options.spent what of the limits it has spent when it was open before in this run
 * @param options.asked what was sent for it just now, before it was open
 */
export function openAccount(
  options: {
    readonly id: string;
    readonly service: string;
    readonly apiKey: string;
    readonly vaultKey: Uint8Array;
    readonly vault: Vault;
    /** The number of the newest write that the keychain knows, and how it learns a newer one. */
    readonly mark: number;
    readonly keepMark: (serial: number) => Promise<unknown>;
    readonly kept: boolean;
    readonly transport: HttpTransport;
    readonly spent?: PersistedUsage | undefined;
    readonly asked?: readonly EndpointId[] | undefined;
  },
  world: AccountWorld,
): OpenAccount {
  const { clock, random, log } = world;
  const records = openRecords({
    ...options,
    key: options.vaultKey,
    clock,
    random,
    log,
    onProblem: world.onVaultProblem,
  });
  const { vault, sure } = records;
  const refreshedAt = vault.read('sync', 'refreshed-at', z.number()) ?? null;
  const keptSince = world.cacheKeptSince();
  const limits = openLimits({
    clock,
    vault,
    fresh: refreshedAt === null,
    // What was spent since an older copy was made is not in it.
    doubted: records.finding !== undefined,
    spent: options.spent,
    asked: options.asked ?? [],
  });
  const { limiter } = limits;
  const client = createApiClient({
    base: options.service,
    language: world.language,
    key: options.apiKey,
    transport: options.transport,
    limiter,
    clock,
    random,
    log,
    onReach: (reached) => {
      sync.onReach(reached);
    },
    onFailure: world.onFailure,
  });
  const library = createLibrary({
    client,
    vault,
    clock,
    publish: (entry) => {
      world.publish('library.changed', entry);
    },
  });
  const connections = createConnections({
    vault,
    clock,
    language: world.language,
    publish: (revision, keys) => {
      world.publish('connections.changed', { revision, keys });
    },
  });
  const connectionSync = createConnectionSync({ client, library, connections });
  const inbox = createInbox({
    client,
    vault,
    clock,
    mayHaveLost: records.finding !== undefined,
    publish: (state) => {
      world.publish('inbox.changed', state);
      notices.changed();
    },
  });
  const sync = createSync({
    clock,
    random,
    refreshedAt: (refreshedAt ?? 0) < keptSince ? null : refreshedAt,
    publish: (state) => {
      world.publish('sync.changed', state);
    },
    async refresh(priority) {
      const result = await connectionSync.refresh(priority);
      if (!result.ok) return result;
      vault.write([{ purpose: 'sync', name: 'refreshed-at', value: clock.now() }]);
      const profile = library.fetch('profile.get', {}, 'background');
      if (options.kept) void inbox.check();
      void profile.then(() => {
        world.onProfile();
        return notices.refreshed();
      });
      return result;
    },
  });
  function makeStale(ids: readonly string[], changed?: unknown): void {
    library.makeStale(ids, changed);
    // Only what the change concerns: reading everything would soon use up the limits.
    void connectionSync.refreshLists(ids, changed, 'on-screen').then((result) => {
      if (!result.ok) void sync.refresh('on-screen');
    });
  }
  const copy = (text: string) => world.clipboard.copy(text, world.clipboardSeconds());
  const purchases = createPurchases({
    client,
    library,
    vault,
    durableVault: sure,
    kept: options.kept,
    service: options.service,
    clock,
    random,
    shell: world.shell,
    copy,
    makeStale,
    publish: (journal) => {
      world.publish('purchases.changed', journal);
      notices.changed();
    },
  });
  const notices = createAccountNotices({
    clock,
    vault,
    client,
    library,
    connections,
    inbox,
    purchases,
    wants: world.wantsNotice,
    tell: world.tell,
  });
  purchases.resume();
  library.forgetBefore(keptSince);
  connections.forgetBefore(keptSince);
  const stats = openStatistics({
    clock,
    random,
    vault,
    client,
    limiter,
    connections,
    keptSince,
    publish: (changed) => {
      world.publish('stats.changed', changed);
    },
  });
  const stopWaiting = limiter.onWait((until) => {
    sync.onWait(until);
  });

  return {
    id: options.id,
    service: options.service,
    client,
    library,
    connections,
    actions: createConnectionActions({
      client,
      connections,
      sync: connectionSync,
      clipboard: world.clipboard,
      shell: world.shell,
      clock,
      clipboardSeconds: world.clipboardSeconds,
    }),
    bulk: createConnectionBulk({
      connections,
      shell: world.shell,
      copy,
      publish: (progress) => {
        world.publish('connections.saving', progress);
      },
    }),
    keyTools: createKeyTools({
      now: () => clock.now(),
      journaled: (entry, name) => purchases.reveal(entry, name),
      copy,
    }),
    inbox,
    notices,
    sync,
    stats,
    purchases,
    name: () => library.seen('profile.get', {})?.value.email ?? '',
    makeStale,
    copy,
    keyInUse() {
      const listed = library.seen('apiKeys.list', {})?.value ?? [];
      const [key, another] = listed.filter(({ key_prefix }) =>
        options.apiKey.startsWith(`${key_prefix}_`),
      );
      return key !== undefined && another === undefined ? key.id : null;
    },
    expectPerson() {
      limiter.expectPerson();
    },
    pace: () =>
      limiter.endpoints().map((endpoint) => ({
        route: endpoint.id,
        room: limiter.available(endpoint),
        ...limiter.pace(endpoint),
      })),
    erase() {
      records.erase();
    },
    async stop() {
      stopWaiting();
      notices.stop();
      sync.stop();
      stats.stop();
      const spent = limits.stop();
      await options.transport.close();
      // Last: an answer that was still on its way is sealed.
      purchases.stop();
      await records.stop();
      return spent;
    },
  };
}
