import { z } from 'zod';
import type { EndpointId } from '#contract/api/index.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { Events } from '#contract/ipc.ts';
import type { PurchasedProduct } from '#contract/ipc/purchase-journal.ts';
import { createApiClient, type ApiClient } from '#core/api/api-client.ts';
import { createReadCache, type ReadCache } from '#core/cache/read-cache.ts';
import { createSync, type Sync } from '#core/cache/sync.ts';
import { openCheckResults, type CheckResults } from '#core/checks/check-results.ts';
import { createChecks, type Checks } from '#core/checks/checks.ts';
import type { OpenProber } from '#core/checks/open-prober.ts';
import type { ClipboardGuard } from '#core/clipboard-guard.ts';
import {
  createConnectionActions,
  type ConnectionActions,
} from '#core/connections/connection-actions.ts';
import { createConnectionBulk, type ConnectionBulk } from '#core/connections/connection-bulk.ts';
import { createConnectionSync, type ConnectionSync } from '#core/connections/connection-sync.ts';
import type { Connections } from '#core/connections/connections.ts';
import { createConnections } from '#core/connections/create-connections.ts';
import type { EndpointPace } from '#core/diagnostics/report.ts';
import type { Consent } from '#core/consent/consent.ts';
import { createEmitter, type Emitter } from '#core/emitter.ts';
import { createInbox, type Inbox } from '#core/inbox.ts';
import { createKeyTools, type KeyTools } from '#core/keys/key-tools.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { PersistedUsage } from '#core/limits/persisted-usage.ts';
import type { Priority } from '#core/limits/priority.ts';
import type {
  Clock,
  HttpTransport,
  Log,
  LongAnswerReader,
  Random,
  Shell,
  Vault,
} from '#core/ports.ts';
import { productSubjects } from '#core/purchases/products/subjects.ts';
import { createPurchases, type Purchases } from '#core/purchases/purchases.ts';
import { createServerStates, type ServerStates } from '#core/stats/server-states.ts';
import type { StatsPoller } from '#core/stats/stats-poller.ts';
import {
  createAccountNotifications,
  type AccountNotifications,
} from '#core/system-notifications/account-notifications.ts';
import type {
  SystemNotification,
  SystemNotificationKind,
} from '#core/system-notifications/notification.ts';
import { openLimits } from './account-limits.ts';
import { openRecords, type AccountRecords, type VaultProblem } from './account-records.ts';
import { openStatistics } from './account-statistics.ts';

/** What an open account needs of the program around it. */
export interface AccountContext {
  readonly clock: Clock;
  /** The time by which purchases wait and give up. */
  readonly purchaseClock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly shell: Shell;
  /** Asks the user in main's own dialog. */
  readonly ask: Consent['ask'];
  readonly clipboard: ClipboardGuard;
  readonly openProber: OpenProber;
  readonly language: () => string;
  readonly clipboardSeconds: () => number;
  /** Cached data that was last refreshed before is removed, Unix milliseconds; 0 keeps all of it. */
  readonly cacheRetainedSince: () => number;
  /** Where long answers of the service are parsed. */
  readonly readLongAnswer?: LongAnswerReader | undefined;
  /** Called when the profile was read: the account's name may have become known. */
  readonly onProfileRead: () => void;
  /** Whether system notifications of this kind are switched on. */
  readonly isNotificationEnabled: (kind: SystemNotificationKind) => boolean;
  /** Shows a system notification. */
  readonly notify: (notification: SystemNotification) => void;
  /** Receives each failure of a call of the service. */
  readonly onFailure: (failure: Failure) => void;
  /** Receives how many elements of an answer could not be read. */
  readonly onUnreadable: (endpoint: EndpointId, count: number) => void;
  readonly publish: <Name extends keyof Events>(event: Name, payload: Events[Name]) => void;
  /** Receives each kind of fault of the account's records. */
  readonly onVaultProblem: (reason: VaultProblem) => void;
}

/** One account while it is open. */
export interface OpenAccount {
  readonly id: string;
  readonly service: string;
  readonly client: ApiClient;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  readonly actions: ConnectionActions;
  readonly bulk: ConnectionBulk;
  readonly checks: Checks;
  readonly inbox: Inbox;
  readonly systemNotifications: Pick<AccountNotifications, 'sent'>;
  readonly sync: Sync;
  readonly stats: StatsPoller;
  readonly serverStates: Pick<ServerStates, 'all' | 'rebooted'>;
  /** What the thing of this product with this id is called; empty where that is not known. */
  readonly nameOf: (product: PurchasedProduct, id: number | undefined) => string;
  /** Everything that costs money or is shown once. */
  readonly purchases: Purchases;
  readonly keyTools: KeyTools;
  /** Marks these reads as out of date, and reads again what is shown of them. */
  makeStale(ids: readonly string[], changed?: unknown): void;
  /** Reads again what the service names in the user's language, which has changed. */
  languageChanged(): void;
  /** Puts a secret on the clipboard for as long as the user chose. */
  copy(text: string): Promise<number | null>;
  /** The profile's e-mail, empty where it has none. */
  name(): string;
  /** Which listed API key it uses; `null` where none, or more than one, has its prefix. */
  keyInUse(): number | null;
  /** Reserves rate-limit slots for what the user may do next: the window came up. */
  expectUser(): void;
  /** How the rate limits of the endpoints that were used stand. */
  pace(): readonly EndpointPace[];
  /** Removes everything it has sealed. */
  erase(): void;
  /** Closes it and publishes nothing more; resolves with its rate-limit usage. */
  stop(): Promise<PersistedUsage>;
}

interface OpenAccountOptions {
  readonly id: string;
  readonly service: string;
  readonly apiKey: string;
  readonly vaultKey: Uint8Array;
  readonly vault: Vault;
  /** The serial number of the newest write that the keychain knows. */
  readonly checkpoint: number;
  /** Saves a newer one in the keychain. */
  readonly saveCheckpoint: (serial: number) => Promise<unknown>;
  /**
   * Whether `vault` outlives this run. Notifications are read only then, because reading destroys
   * them at the service.
   */
  readonly persistent: boolean;
  readonly transport: HttpTransport;
  /** Rate-limit usage from an earlier session of this process. */
  readonly usage?: PersistedUsage | undefined;
  /** The endpoints that were called for it just now, before it was open. */
  readonly sent?: readonly EndpointId[] | undefined;
}

/** What the parts of an account tell each other. */
interface AccountEvents {
  /** Whether an attempt reached the service. */
  reached: boolean;
  /** The inbox or the purchase journal changed. */
  changed: null;
  /** A cloud server's reboot is over. */
  rebooted: null;
  /** Everything was read again, the profile too. */
  refreshed: null;
  /** What the states of servers are derived from changed. */
  statesChanged: null;
}

/** The parts that the others build on. */
interface AccountCore {
  readonly context: AccountContext;
  readonly options: OpenAccountOptions;
  readonly events: Emitter<AccountEvents>;
  readonly records: AccountRecords;
  readonly refreshedAt: number | null;
  readonly limiter: RateLimiter;
  /** Stops the limiter; returns the rate-limit usage. */
  readonly stopLimits: () => PersistedUsage;
  readonly client: ApiClient;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  readonly serverStates: ServerStates;
  readonly checkResults: CheckResults;
  readonly connectionSync: ConnectionSync;
}

/**
 * Opens an account: its sealed records first, so that everything seen before is there at once, and
 * the service behind it.
 */
export function openAccount(
  options: OpenAccountOptions,
  surroundings: AccountContext,
): OpenAccount {
  let stopped = false;
  const context: AccountContext = {
    ...surroundings,
    // An answer that is still on its way must not reach the window of the next account.
    publish(event, payload) {
      if (!stopped) surroundings.publish(event, payload);
    },
  };
  const core = openCore(options, context);
  const { client, readCache, connections, connectionSync, limiter, records } = core;
  const inbox = openInbox(core);
  const sync = openSync(core, inbox);
  const makeStale = (ids: readonly string[], changed?: unknown) => {
    markStale(core, sync, ids, changed);
  };
  const copy = (text: string) => context.clipboard.copy(text, context.clipboardSeconds());
  const purchases = openPurchases(core, makeStale, copy);
  const systemNotifications = openSystemNotifications(core, inbox, purchases);
  purchases.resume();
  const stats = openStats(core, sync);
  const checks = openChecks(core);
  const stopWaiting = limiter.onWait((until) => {
    sync.onWait(until);
  });

  return {
    id: options.id,
    service: options.service,
    nameOf: (product, id) => productSubjects[product](core, id).name,
    client,
    readCache,
    connections,
    actions: createConnectionActions({ ...context, client, connections, sync: connectionSync }),
    bulk: openBulk(core, copy),
    checks,
    keyTools: createKeyTools({
      now: () => context.clock.now(),
      journaled: (entry, name) => purchases.reveal(entry, name),
      copy,
    }),
    inbox,
    systemNotifications,
    sync,
    stats,
    serverStates: core.serverStates,
    purchases,
    makeStale,
    languageChanged() {
      readNamesAgain(core, sync);
    },
    copy,
    name: () => readCache.cached('profile.get', {})?.value.email ?? '',
    keyInUse: () => keyInUse(readCache, options.apiKey),
    expectUser() {
      limiter.expectUser();
    },
    pace: () => paceOf(limiter),
    erase() {
      records.erase();
    },
    async stop() {
      checks.cancel();
      stopped = true;
      stopWaiting();
      for (const part of [systemNotifications, sync, stats, core.serverStates]) part.stop();
      const usage = core.stopLimits();
      await options.transport.close();
      // Last: an answer that was still on its way is sealed.
      purchases.stop();
      await records.stop();
      return usage;
    },
  };
}

/** Removes what is older than the user keeps, and opens the statistics of the rest. */
function openStats(core: AccountCore, sync: Sync): StatsPoller {
  const { context, records, readCache, connections, serverStates } = core;
  const retainedSince = context.cacheRetainedSince();
  readCache.removeOlderThan(retainedSince);
  connections.removeOlderThan(retainedSince);
  const stats = openStatistics({
    ...core,
    clock: context.clock,
    random: context.random,
    vault: records.vault,
    retainedSince,
    publish: (changed) => {
      context.publish('stats.changed', changed);
      serverStates.changed();
    },
  });
  serverStates.follow({
    readingOf: (server) => stats.snapshot(server),
    isOffline: () => sync.state().network === 'offline',
    servers: () => readCache.cached('cloudServers.list', {}),
  });
  return stats;
}

function openCore(options: OpenAccountOptions, context: AccountContext): AccountCore {
  const { clock, random, log } = context;
  const records = openRecords({
    ...options,
    key: options.vaultKey,
    clock,
    random,
    log,
    onProblem: context.onVaultProblem,
  });
  const base = {
    context,
    options,
    events: createEmitter<AccountEvents>(),
    records,
    refreshedAt: records.vault.read('sync', 'refreshed-at', z.number()) ?? null,
  };
  const service = openService(base);
  return { ...base, ...service, ...openLists(base, service.client) };
}

type AccountBase = Pick<AccountCore, 'context' | 'options' | 'events' | 'records' | 'refreshedAt'>;

/** The service, behind its rate limits. */
function openService({
  context,
  options,
  events,
  records,
  refreshedAt,
}: AccountBase): Pick<AccountCore, 'limiter' | 'stopLimits' | 'client'> {
  const { clock, random, log, language } = context;
  const limits = openLimits({
    clock,
    vault: records.vault,
    fresh: refreshedAt === null,
    // Requests since an older copy was made are not counted in it.
    doubted: records.finding !== undefined,
    usage: options.usage,
    sent: options.sent ?? [],
  });
  const client = createApiClient({
    base: options.service,
    language,
    key: options.apiKey,
    transport: options.transport,
    limiter: limits.limiter,
    clock,
    random,
    log,
    readLongAnswer: context.readLongAnswer,
    onReach: (reached) => {
      events.emit('reached', reached);
    },
    onFailure: context.onFailure,
    onUnreadable: context.onUnreadable,
  });
  return { limiter: limits.limiter, stopLimits: () => limits.stop(), client };
}

/** What was read of the service: the cache, the connections and the states of their servers. */
function openLists(
  { context, events, records: { vault } }: AccountBase,
  client: ApiClient,
): Pick<
  AccountCore,
  'readCache' | 'connections' | 'serverStates' | 'checkResults' | 'connectionSync'
> {
  const { clock, language } = context;
  const serverStates = createServerStates({
    clock,
    onChange: () => {
      events.emit('statesChanged', null);
    },
    publish: (servers) => {
      context.publish('servers.changed', servers);
    },
    onRebooted: () => {
      events.emit('rebooted', null);
    },
  });
  const readCache = createReadCache({
    client,
    vault,
    clock,
    publish: (entry) => {
      // First, so that a new server comes with its state.
      if (entry.id === 'cloudServers.list') serverStates.changed();
      context.publish('cache.changed', entry);
    },
  });
  const checkResults = openCheckResults(vault);
  const connections = createConnections({
    vault,
    stateOf: (listed) => serverStates.stateOf(listed),
    checkOf: (line) => checkResults.of(line),
    clock,
    language,
    publish: (revision, keys) => {
      context.publish('connections.changed', { revision, keys });
    },
  });
  events.on('statesChanged', () => {
    connections.statesChanged();
  });
  const connectionSync = createConnectionSync({ client, readCache, connections, language });
  return { readCache, connections, serverStates, checkResults, connectionSync };
}

function openInbox({ context, records, client, events }: AccountCore): Inbox {
  return createInbox({
    client,
    vault: records.vault,
    clock: context.clock,
    mayHaveLost: records.finding !== undefined,
    publish: (state) => {
      context.publish('inbox.changed', state);
      events.emit('changed', null);
    },
  });
}

function openSync(core: AccountCore, inbox: Inbox): Sync {
  const { context, events, refreshedAt } = core;
  const sync = createSync({
    clock: context.clock,
    random: context.random,
    refreshedAt: (refreshedAt ?? 0) < context.cacheRetainedSince() ? null : refreshedAt,
    publish: (state) => {
      context.publish('sync.changed', state);
      core.serverStates.changed();
    },
    refresh: (priority) => refreshAll(core, inbox, priority),
  });
  events.on('reached', (reached) => {
    sync.onReach(reached);
  });
  events.on('rebooted', () => {
    void sync.refresh('user');
  });
  return sync;
}

/** Reads the connections again, and behind them the profile and the notifications. */
async function refreshAll(
  { context, options, events, records, readCache, connectionSync }: AccountCore,
  inbox: Inbox,
  priority: Priority,
): Promise<Result<null>> {
  const result = await connectionSync.refresh(priority);
  if (!result.ok) return result;
  records.vault.write([{ purpose: 'sync', name: 'refreshed-at', value: context.clock.now() }]);
  const profile = readCache.fetch('profile.get', {}, 'background');
  if (options.persistent) void inbox.check();
  void profile.then(() => {
    context.onProfileRead();
    events.emit('refreshed', null);
  });
  return result;
}

function markStale(
  { readCache, connectionSync }: AccountCore,
  sync: Sync,
  ids: readonly string[],
  changed: unknown,
): void {
  readCache.makeStale(ids, changed);
  // Only the lists that the change concerns: reading everything would soon use up the limits.
  void connectionSync.refreshLists(ids, changed, 'on-screen').then((result) => {
    if (!result.ok) void sync.refresh('on-screen');
  });
}

/** The reads whose places, products and payment methods the service names in a language. */
const namedReads = [
  'locations.list',
  'cloudServers.locations',
  'configs.tariffs',
  'cloudServers.tariffs',
  'paidOptions.tariffs',
] as const;

function readNamesAgain({ readCache }: AccountCore, sync: Sync): void {
  // Only what is loaded can be marked: what was read in an earlier run is in the old language too.
  for (const id of namedReads) readCache.cached(id, {});
  readCache.makeStale(namedReads);
  void sync.refreshAnew('user');
}

function openPurchases(
  { context, options, events, records, client, readCache, connections }: AccountCore,
  makeStale: (ids: readonly string[]) => void,
  copy: (text: string) => Promise<number | null>,
): Purchases {
  return createPurchases({
    client,
    readCache,
    vault: records.vault,
    durableVault: records.durableVault,
    persistent: options.persistent,
    service: options.service,
    clock: context.purchaseClock,
    random: context.random,
    shell: context.shell,
    ask: context.ask,
    connections,
    copy,
    makeStale,
    publish: (journal) => {
      context.publish('purchases.changed', journal);
      events.emit('changed', null);
    },
  });
}

function openSystemNotifications(
  core: AccountCore,
  inbox: Inbox,
  purchases: Purchases,
): AccountNotifications {
  const { context, events, records } = core;
  const systemNotifications = createAccountNotifications({
    ...core,
    clock: context.clock,
    vault: records.vault,
    inbox,
    purchases,
    wants: context.isNotificationEnabled,
    show: context.notify,
  });
  events.on('changed', () => {
    systemNotifications.changed();
  });
  events.on('refreshed', () => {
    void systemNotifications.refreshed();
  });
  return systemNotifications;
}

function openBulk(
  { context, connections }: AccountCore,
  copy: (text: string) => Promise<number | null>,
): ConnectionBulk {
  return createConnectionBulk({
    connections,
    shell: context.shell,
    copy,
    publish: (progress) => {
      context.publish('connections.saving', progress);
    },
  });
}

function openChecks({ context, connections, checkResults }: AccountCore): Checks {
  return createChecks({
    connections,
    results: checkResults,
    clock: context.clock,
    openProber: context.openProber,
    publish: (progress) => {
      context.publish('checks.changed', progress);
    },
    onResults: (keys) => {
      connections.checksChanged(keys);
    },
  });
}

function keyInUse(readCache: ReadCache, apiKey: string): number | null {
  const listed = readCache.cached('apiKeys.list', {})?.value ?? [];
  const [key, another] = listed.filter(({ key_prefix }) => apiKey.startsWith(`${key_prefix}_`));
  return key !== undefined && another === undefined ? key.id : null;
}

function paceOf(limiter: RateLimiter): EndpointPace[] {
  return limiter.endpoints().map((endpoint) => ({
    endpoint: endpoint.id,
    room: limiter.available(endpoint),
    ...limiter.pace(endpoint),
  }));
}
