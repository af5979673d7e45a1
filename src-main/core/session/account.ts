import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { Events } from '#contract/ipc.ts';
import { createApiClient, type ApiClient } from '#core/api/api-client.ts';
import { Batches } from '#core/batches/batches.ts';
import { createReadCache, type ReadCache } from '#core/cache/read-cache.ts';
import { Sync } from '#core/cache/sync.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { Checks } from '#core/checks/checks.ts';
import { NetworkMarks } from '#core/checks/network-marks.ts';
import type { NetworkWatch } from '#core/checks/network-watch.ts';
import type { OpenProber } from '#core/checks/open-prober.ts';
import type { ClipboardGuard } from '#core/desktop/clipboard-guard.ts';
import { ConnectionActions } from '#core/connections/connection-actions.ts';
import { ConnectionBulk } from '#core/connections/connection-bulk.ts';
import { ConnectionSync } from '#core/connections/connection-sync.ts';
import { Connections } from '#core/connections/connections.ts';
import { optionUse } from '#core/connections/why.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import { Drafts } from '#core/desktop/drafts.ts';
import { Inbox } from '#core/notifications/inbox.ts';
import { createKeyTools, type KeyTools } from '#core/tools/key-tools.ts';
import type { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import type { PersistedUsage } from '#core/api/limits/usage.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { Clock, HttpTransport, Log, Random, Shell, Vault } from '#core/kernel/ports.ts';
import type { DatedAnswer } from '#core/kernel/service-clock.ts';
import { createPurchases, type Purchases } from '#core/purchases/purchases.ts';
import { Reboots } from '#core/stats/reboots.ts';
import { ServerStates } from '#core/stats/server-states.ts';
import { requestsByName } from '#core/stats/stats-sources.ts';
import {
  createAccountNotifications,
  type AccountNotifications,
} from '#core/notifications/account-notifications.ts';
import type {
  SystemNotification,
  SystemNotificationKind,
} from '#core/notifications/notification.ts';
import { openLimits, type AccountLimits } from './account-limits.ts';
import { openRecords, type AccountRecords, type VaultProblem } from './account-records.ts';
import { AccountStatistics } from './account-statistics.ts';

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
  readonly networkWatch: Pick<NetworkWatch, 'current' | 'look'>;
  readonly language: () => string;
  readonly clipboardSeconds: () => number;
  /** Whether to say that a key is on a device already. */
  readonly saysDevices: () => boolean;
  /** Cached data that was last refreshed before is removed, Unix milliseconds; 0 keeps all of it. */
  readonly cacheRetainedSince: () => number;
  /** Called when the profile was read: the account's name may have become known. */
  readonly onProfileRead: () => void;
  /** Whether system notifications of this kind are switched on. */
  readonly isNotificationEnabled: (kind: SystemNotificationKind) => boolean;
  /** Shows a system notification. */
  readonly notify: (notification: SystemNotification) => void;
  /** Receives each failure of a call of the service. */
  readonly onFailure: (failure: Failure) => void;
  /** Learns the service's time from its answers. */
  readonly onAnswered: (answer: DatedAnswer) => void;
  /** Receives how many elements of an answer could not be read. */
  readonly onUnreadable: (endpoint: EndpointId, count: number) => void;
  readonly publish: <Name extends keyof Events>(event: Name, payload: Events[Name]) => void;
  /** Receives each kind of fault of the account's records. */
  readonly onVaultProblem: (reason: VaultProblem) => void;
}

/** What one account is opened with. */
export interface AccountOptions extends AccountContext {
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
  /** Whether it is the open account still, and Culvert not locked. */
  readonly isOpen: () => boolean;
  readonly transport: HttpTransport;
  /** Rate-limit usage from an earlier session of this process. */
  readonly usage?: PersistedUsage | undefined;
  /** The endpoints that were called for it just now, before it was open. */
  readonly sent?: readonly EndpointId[] | undefined;
}

/** The reads whose places, products and payment methods the service names in a language. */
const namedReads = [
  'locations.list',
  'cloudServers.locations',
  'configs.tariffs',
  'cloudServers.tariffs',
  'paidOptions.tariffs',
] as const;

/** The reads of which rows show what a paid option has used. */
const optionReads: ReadonlySet<string> = new Set([
  'paidOptions.subscription',
  'paidOptions.devices',
]);

/** A clock that calls no timer after `abandon`. */
function abandonable(clock: Clock): Clock & { abandon(): void } {
  let abandoned = false;
  return {
    ...clock,
    after: (ms, run) =>
      clock.after(ms, () => {
        if (!abandoned) run();
      }),
    abandon() {
      abandoned = true;
    },
  };
}

/** One account while it is open. Its fields are its parts, each made of those above it. */
export class Account {
  readonly id: string;
  readonly service: string;
  /** Everything it has sealed. */
  readonly records: AccountRecords;
  readonly limiter: RateLimiter;
  readonly client: ApiClient;
  readonly reboots: Reboots;
  readonly serverStates: ServerStates;
  readonly readCache: ReadCache;
  readonly connections: Connections;
  readonly inbox: Inbox;
  readonly sync: Sync;
  /** Everything that costs money or is shown once. */
  readonly purchases: Purchases;
  /** Many changes one after another. */
  readonly batches: Batches;
  readonly systemNotifications: AccountNotifications;
  readonly stats: AccountStatistics;
  readonly checks: Checks;
  readonly actions: ConnectionActions;
  readonly bulk: ConnectionBulk;
  readonly keyTools: KeyTools;
  readonly drafts: Drafts;

  readonly #options: AccountOptions;
  readonly #limits: AccountLimits;
  readonly #checkResults: CheckResults;
  readonly #connectionSync: ConnectionSync;
  /** Unix milliseconds; `null` where nothing was ever read. */
  readonly #refreshedAt: number | null;
  #stopped = false;

  private constructor(options: AccountOptions) {
    this.#options = options;
    this.id = options.id;
    this.service = options.service;
    this.records = this.#openRecords();
    this.#refreshedAt = this.records.vault.read('sync', 'refreshed-at', z.number()) ?? null;
    this.#limits = this.#openLimits();
    this.limiter = this.#limits.limiter;
    this.client = this.#openClient();
    this.reboots = this.#openReboots();
    this.serverStates = this.#openServerStates();
    this.readCache = this.#openReadCache();
    this.#checkResults = this.#openCheckResults();
    this.connections = this.#openConnections();
    this.#connectionSync = this.#openConnectionSync();
    this.inbox = this.#openInbox();
    this.sync = this.#openSync();
    this.purchases = this.#openPurchases();
    this.batches = this.#openBatches();
    this.systemNotifications = this.#openSystemNotifications();
    this.stats = this.#openStatistics();
    this.checks = this.#openChecks();
    this.actions = this.#openActions();
    this.bulk = this.#openBulk();
    this.keyTools = this.#openKeyTools();
    this.drafts = new Drafts(this.records.vault, options.clock);
  }

  /**
   * Opens an account: shows its stored records at once and refreshes them in the background. Throws
   * when a part cannot be opened; no timer of the others runs then.
   */
  static open(options: AccountOptions): Account {
    const clock = abandonable(options.clock);
    const purchaseClock = abandonable(options.purchaseClock);
    try {
      const account = new Account({ ...options, clock, purchaseClock });
      account.#start();
      return account;
    } catch (error) {
      clock.abandon();
      purchaseClock.abandon();
      throw error;
    }
  }

  /** Closes it and publishes nothing more; resolves with its rate-limit usage. */
  async stop(): Promise<PersistedUsage> {
    this.checks.cancel();
    this.bulk.stopSaving();
    this.batches.close();
    this.#stopped = true;
    const { systemNotifications, sync, stats, reboots, serverStates, connections } = this;
    const parts = [systemNotifications, sync, stats, reboots, serverStates, connections];
    for (const part of parts) part.stop();
    const usage = this.#limits.stop();
    await this.#options.transport.close();
    // Last: an answer that was still on its way is sealed.
    this.purchases.stop();
    await this.records.stop();
    return usage;
  }

  /** The profile's e-mail, empty where it has none. */
  name(): string {
    return this.readCache.cached('profile.get', {})?.value.email ?? '';
  }

  /** Which listed API key it uses; `null` where none, or more than one, has its prefix. */
  keyInUse(): number | null {
    const listed = this.readCache.cached('apiKeys.list', {})?.value ?? [];
    const [key, another] = listed.filter(({ key_prefix }) =>
      this.#options.apiKey.startsWith(`${key_prefix}_`),
    );
    return key !== undefined && another === undefined ? key.id : null;
  }

  /** Puts a secret on the clipboard for as long as the user chose; answers when it is cleared. */
  copy(text: string): Promise<number | null> {
    return this.#options.clipboard.copy(text, this.#options.clipboardSeconds());
  }

  /**
   * Marks these reads as out of date, and reads again what is shown of them.
   *
   * @param changed the input of the change
   */
  makeStale(ids: readonly string[], changed?: unknown): void {
    this.readCache.makeStale(ids, changed);
    // Only the lists that the change concerns: reading everything would soon use up the limits.
    void this.#connectionSync.refreshLists(ids, changed, 'on-screen').then((result) => {
      if (!result.ok) void this.sync.refreshAnew('on-screen');
    });
  }

  /**
   * Marks what a change makes out of date, also after a lost answer or `not-found`.
   *
   * @param input of the change
   */
  changed(id: EndpointId, input: unknown, result: Result<unknown>): void {
    const endpoint: Endpoint = api[id];
    if (result.ok || ['outcome-unknown', 'not-found'].includes(result.failure.kind)) {
      this.makeStale(endpoint.makesStale, input);
    }
  }

  /** The computer is in another network, or it has become known which it is. */
  networkChanged(): void {
    this.checks.networkChanged();
    this.connections.checksChanged(this.#checkResults.networkChanged());
  }

  /** Reads again what the service names in the user's language, which has changed. */
  languageChanged(): void {
    // Only what is loaded can be marked: what was read in an earlier run is in the old language too.
    for (const id of namedReads) this.readCache.cached(id, {});
    this.readCache.makeStale(namedReads);
    void this.sync.refreshAnew('user');
  }

  /** Resumes unfinished work of earlier runs, once all parts exist. */
  #start(): void {
    this.serverStates.follow({
      readingOf: (server) => this.stats.snapshot(server),
      isOffline: () => this.sync.state().network === 'offline',
      servers: () => this.readCache.cached('cloudServers.list', {}),
    });
    const retainedSince = this.#options.cacheRetainedSince();
    this.readCache.removeOlderThan(retainedSince);
    this.connections.removeOlderThan(retainedSince);
    this.limiter.onWait((until) => {
      this.sync.onWait(until);
    });
    this.purchases.resume();
    this.batches.resume();
  }

  /** An answer that is still on its way must not reach the window of the next account. */
  #publish<Name extends keyof Events>(event: Name, payload: Events[Name]): void {
    if (!this.#stopped) this.#options.publish(event, payload);
  }

  /** Reads the connections again, and behind them the rest. */
  async #refreshAll(priority: Priority): Promise<Result<null>> {
    const { clock } = this.#options;
    const result = await this.#connectionSync.refresh(priority);
    if (result.ok) {
      this.records.vault.write([{ purpose: 'sync', name: 'refreshed-at', value: clock.now() }]);
    }
    void this.#refreshBehind(result.ok);
    return result;
  }

  /**
   * Reads the profile, and then the notifications, which are gone at the service once they are read:
   * only where the service answers, and also where one of the lists of connections fails for good.
   */
  async #refreshBehind(isAnswering: boolean): Promise<void> {
    const { persistent, onProfileRead } = this.#options;
    const profile = await this.readCache.fetch('profile.get', {}, 'background');
    if (!isAnswering && !profile.ok) return;
    if (persistent) void this.inbox.check();
    onProfileRead();
    void this.systemNotifications.refreshed();
  }

  #openRecords(): AccountRecords {
    const { vaultKey, onVaultProblem } = this.#options;
    return openRecords({ ...this.#options, key: vaultKey, onProblem: onVaultProblem });
  }

  #openLimits(): AccountLimits {
    const { clock, usage, sent } = this.#options;
    return openLimits({
      clock,
      vault: this.records.vault,
      fresh: this.#refreshedAt === null,
      // Requests since an older copy was made are not counted in it.
      doubted: this.records.finding !== undefined,
      usage,
      sent: sent ?? [],
    });
  }

  #openClient(): ApiClient {
    const { service, apiKey } = this.#options;
    return createApiClient({
      ...this.#options,
      base: service,
      key: apiKey,
      limiter: this.limiter,
      onReach: (reached) => {
        this.sync.onReach(reached);
      },
    });
  }

  #openReboots(): Reboots {
    return new Reboots({
      clock: this.#options.clock,
      vault: this.records.vault,
      readingOf: (server) => this.stats.snapshot(server),
      requestReading: (server) => {
        for (const request of requestsByName(server)) this.stats.request(server, request);
      },
      onChange: (servers) => {
        this.serverStates.changed(servers);
        this.systemNotifications.changed();
      },
      onOver: () => {
        void this.sync.refreshAnew('user');
      },
    });
  }

  #openServerStates(): ServerStates {
    return new ServerStates({
      clock: this.#options.clock,
      rebootOf: (server) => this.reboots.of(server),
      onChange: (servers) => {
        this.connections.statesChanged(servers);
      },
      publish: (servers) => {
        this.#publish('servers.changed', servers);
      },
    });
  }

  #openReadCache(): ReadCache {
    return createReadCache({
      client: this.client,
      vault: this.records.vault,
      clock: this.#options.clock,
      publish: (entry) => {
        // First, so that a new server comes with its state.
        if (entry.id === 'cloudServers.list') this.serverStates.changed([]);
        this.#publish('cache.changed', entry);
      },
      onStored: (id) => {
        if (optionReads.has(id)) this.connections.optionsChanged();
      },
    });
  }

  #openConnections(): Connections {
    const { clock, language, saysDevices } = this.#options;
    return new Connections({
      vault: this.records.vault,
      stateOf: (listed) => this.serverStates.stateOf(listed),
      checks: this.#checkResults,
      optionUse: (id) => optionUse(this.readCache, id),
      clock,
      language,
      saysDevices,
      publish: (changes) => {
        this.#publish('connections.changed', changes);
        this.#publish('quick.changed', true);
      },
    });
  }

  #openConnectionSync(): ConnectionSync {
    const { client, readCache, connections } = this;
    const { language } = this.#options;
    return new ConnectionSync({ client, readCache, connections, language });
  }

  #openInbox(): Inbox {
    return new Inbox({
      client: this.client,
      vault: this.records.vault,
      clock: this.#options.clock,
      mayHaveLost: this.records.finding !== undefined,
      publish: (state) => {
        this.#publish('inbox.changed', state);
        this.systemNotifications.changed();
      },
    });
  }

  #openSync(): Sync {
    const { clock, random, cacheRetainedSince } = this.#options;
    const refreshedAt = this.#refreshedAt;
    return new Sync({
      clock,
      random,
      refreshedAt: (refreshedAt ?? 0) < cacheRetainedSince() ? null : refreshedAt,
      publish: (state) => {
        this.#publish('sync.changed', state);
        this.serverStates.networkChanged();
      },
      refresh: (priority) => this.#refreshAll(priority),
    });
  }

  #openPurchases(): Purchases {
    const { service, persistent, purchaseClock, random, shell, ask } = this.#options;
    return createPurchases({
      client: this.client,
      readCache: this.readCache,
      connections: this.connections,
      vault: this.records.vault,
      durableVault: this.records.durableVault,
      service,
      persistent,
      clock: purchaseClock,
      random,
      shell,
      ask,
      copy: (text) => this.copy(text),
      makeStale: (ids) => {
        this.makeStale(ids);
      },
      publish: (journal) => {
        this.#publish('purchases.changed', journal);
        this.batches.journalChanged();
        this.systemNotifications.changed();
      },
    });
  }

  #openBatches(): Batches {
    const { client, limiter, readCache, connections, purchases } = this;
    const { clock, random, ask, log } = this.#options;
    return new Batches({
      client,
      limiter,
      readCache,
      connections,
      purchases,
      clock,
      random,
      ask,
      vault: this.records.vault,
      durableVault: this.records.durableVault,
      makeStale: (ids) => {
        this.makeStale(ids);
      },
      publish: (list) => {
        this.#publish('batches.changed', list);
      },
      onError: (error) => {
        const name = error instanceof Error ? error.name : 'unknown';
        log.write('error', 'batch-failed', { error: name });
      },
    });
  }

  #openSystemNotifications(): AccountNotifications {
    const { readCache, connections, inbox, purchases, reboots } = this;
    const { clock, isNotificationEnabled, notify } = this.#options;
    return createAccountNotifications({
      clock,
      vault: this.records.vault,
      readCache,
      connections,
      inbox,
      purchases,
      reboots,
      wants: isNotificationEnabled,
      show: notify,
    });
  }

  #openStatistics(): AccountStatistics {
    const { client, limiter, connections } = this;
    const { clock, random, cacheRetainedSince } = this.#options;
    return new AccountStatistics({
      clock,
      random,
      vault: this.records.vault,
      client,
      limiter,
      connections,
      retainedSince: cacheRetainedSince(),
      publish: (changed) => {
        this.#publish('stats.changed', changed);
        this.reboots.check();
        this.serverStates.changed(changed.map(({ server }) => server));
        this.systemNotifications.read();
      },
    });
  }

  #openCheckResults(): CheckResults {
    const { networkWatch, random } = this.#options;
    const marks = new NetworkMarks(this.records.vault, random);
    return new CheckResults(this.records.vault, () => {
      const network = networkWatch.current();
      return network === undefined ? undefined : marks.of(network);
    });
  }

  #openChecks(): Checks {
    const { clock, openProber, ask, networkWatch } = this.#options;
    return new Checks({
      connections: this.connections,
      results: this.#checkResults,
      clock,
      openProber,
      look: () => networkWatch.look(),
      ask,
      publish: (progress) => {
        this.#publish('checks.changed', progress);
      },
      onResults: (keys) => {
        this.connections.checksChanged(keys);
      },
    });
  }

  /** The shell; its save dialogs write nothing if another account is open when they close. */
  #shellWhileOpen(): Shell {
    const { shell, isOpen } = this.#options;
    return {
      ...shell,
      saveFile: (name, bytes) => shell.saveFile(name, bytes, isOpen),
      saveFolder: (name, files, onWritten, stop) =>
        shell.saveFolder(name, files, onWritten, stop, isOpen),
    };
  }

  #openActions(): ConnectionActions {
    const { client, connections } = this;
    const { clipboard, clock, clipboardSeconds } = this.#options;
    const shell = this.#shellWhileOpen();
    const sync = this.#connectionSync;
    return new ConnectionActions({
      client,
      connections,
      sync,
      clipboard,
      shell,
      clock,
      clipboardSeconds,
      onChange: (id, input, result) => {
        this.changed(id, input, result);
      },
    });
  }

  #openBulk(): ConnectionBulk {
    return new ConnectionBulk({
      connections: this.connections,
      shell: this.#shellWhileOpen(),
      copy: (text) => this.copy(text),
      publish: (progress) => {
        this.#publish('connections.saving', progress);
      },
    });
  }

  #openKeyTools(): KeyTools {
    return createKeyTools({
      now: () => this.#options.clock.now(),
      journaled: (entry, name) => this.purchases.reveal(entry, name),
      copy: (text) => this.copy(text),
    });
  }
}
