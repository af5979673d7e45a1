import type { Events } from '../../../src-contract/bridge.ts';
import type { EndpointId } from '../../../src-contract/api/index.ts';
import type { Failure } from '../../../src-contract/failure.ts';
import { openLimits } from './account-limits.ts';
import { openRecords, type VaultProblem } from './account-records.ts';
import { openStatistics } from './account-statistics.ts';
import { createApiClient, type ApiClient } from '../api/api-client.ts';
import type { ClipboardGuard } from '../clipboard-guard.ts';
import {
  createConnectionActions,
  type ConnectionActions,
} from '../connections/connection-actions.ts';
import { createConnectionBulk, type ConnectionBulk } from '../connections/connection-bulk.ts';
import { createConnectionSync } from '../connections/connection-sync.ts';
import { createConnections, type Connections } from '../connections/connections.ts';
import { createInbox, type Inbox } from '../inbox.ts';
import { createKeyTools, type KeyTools } from '../keys/key-tools.ts';
import { createLibrary, type Library } from '../library/library.ts';
import type { RoutePace } from '../diagnostics/report.ts';
import { createAccountNotices, type AccountNotices } from '../notices/account-notices.ts';
import type { Notice, NoticeKind } from '../notices/notice.ts';
import type { Clock, HttpTransport, Log, Random, Shell, Vault } from '../ports.ts';
import { createPurchases, type Purchases } from '../purchases/purchases.ts';
import type { LimiterMemory } from '../limits/memory.ts';
import type { StatsPoller } from '../stats/stats-poller.ts';
import { createSync, type Sync } from '../library/sync.ts';

/** What an open account needs of the world and of the program around it. */
export interface AccountWorld {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly shell: Shell;
  readonly clipboard: ClipboardGuard;
  readonly language: () => string;
  readonly clipboardSeconds: () => number;
  /** Since when what was seen is kept, Unix milliseconds; 0 for ever. */
  readonly cacheKeptSince: () => number;
  /** Hears that the profile was read: what the account is called may have become known. */
  readonly onProfile: () => void;
  readonly wantsNotice: (kind: NoticeKind) => boolean;
  readonly tell: (notice: Notice) => void;
  /** Hears how each call of the service failed. */
  readonly onFailure: (failure: Failure) => void;
  readonly publish: <Name extends keyof Events>(event: Name, payload: Events[Name]) => void;
  /** Hears that a record could not be opened or written; called once for each kind. */
  readonly onVaultProblem: (reason: VaultProblem) => void;
}

/** One account while it is open. */
export interface OpenAccount {
  readonly id: string;
  readonly service: string;
  readonly client: ApiClient;
  readonly library: Library;
  readonly connections: Connections;
  readonly actions: ConnectionActions;
  readonly bulk: ConnectionBulk;
  readonly inbox: Inbox;
  readonly notices: Pick<AccountNotices, 'sent'>;
  readonly sync: Sync;
  /** Something made these reads out of date: what is shown of them is read again. */
  makeStale(ids: readonly string[], changed?: unknown): void;
  /** Puts a secret on the clipboard for as long as the person chose. */
  copy(text: string): Promise<number | null>;
  readonly stats: StatsPoller;
  /** Everything that costs money or is shown once. */
  readonly purchases: Purchases;
  readonly keyTools: KeyTools;
  /** What it is called: the profile's e-mail, where there is one. */
  name(): string;
  /** Which key of the listed ones it uses; `null` where none, or more than one, begins like it. */
  keyInUse(): number | null;
  /** The window came up: room is kept for what the person may do next. */
  expectPerson(): void;
  /** How the routes that were used go on under the limits. */
  pace(): readonly RoutePace[];
  /** Removes everything it has sealed. */
  erase(): void;
  /** Answers with what of the limits it has spent. */
  stop(): Promise<LimiterMemory>;
}

/** The reads that the list of connections is made of. */
const connectionLists: readonly string[] = [
  'configs.list',
  'cloudServers.list',
  'cloudServers.configs',
  'cloudServers.proxies',
  'paidOptions.list',
  'configs.subconfig',
  'paidOptions.subconfig',
];

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
    readonly spent?: LimiterMemory | undefined;
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
    onProblem: world.onVaultProblem,
  });
  const { vault, sure } = records;
  const refreshedAt = vault.read<number>('sync', 'refreshed-at') ?? null;
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
    const lists = ids.filter((id) => connectionLists.includes(id));
    if (lists.length === 0) return;
    // Only what the change concerns: reading everything would soon use up the limits.
    void connectionSync.refreshLists(lists, changed, 'on-screen').then((result) => {
      if (!result.ok) void sync.refresh('on-screen');
    });
  }
  const copy = (text: string) => world.clipboard.copy(text, world.clipboardSeconds());
  const purchases = createPurchases({
    client,
    library,
    vault,
    sure,
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
    bulk: createConnectionBulk({ connections, shell: world.shell, copy }),
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
      limiter
        .routes()
        .map((route) => ({ route: route.id, room: limiter.room(route), ...limiter.pace(route) })),
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
