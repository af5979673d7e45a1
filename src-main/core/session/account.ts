import { z } from 'zod';
import { api, type EndpointId } from '#contract/api/index.ts';
import { overviewLimit, type Endpoint } from '#contract/endpoint.ts';
import { fail, ok, type Failure, type Result } from '#contract/failure.ts';
import type { CommandInput, Events } from '#contract/ipc.ts';
import { createApiClient, type ApiClient } from '#core/api/api-client.ts';
import type { CheckResult } from '#contract/check-result.ts';
import type { Step } from '#core/batches/planned.ts';
import { Batches } from '#core/batches/batches.ts';
import { createReadCache, type ReadCache } from '#core/cache/read-cache.ts';
import { Sync } from '#core/cache/sync.ts';
import { CheckResults } from '#core/checks/check-results.ts';
import { Checks } from '#core/checks/checks.ts';
import { createNetworkMarks } from '#core/checks/network-marks.ts';
import type { NetworkWatch } from '#core/checks/network-watch.ts';
import type { OpenedProber } from '#core/checks/prober.ts';
import { ConnectionActions } from '#core/connections/connection-actions.ts';
import { ConnectionBulk } from '#core/connections/connection-bulk.ts';
import { ConnectionReader } from '#core/connections/connection-reader.ts';
import { Connections } from '#core/connections/connections.ts';
import { optionUse } from '#core/connections/option-use.ts';
import type { Consent } from '#core/purchases/consent/consent.ts';
import type { SettingsStore } from '#core/desktop/settings.ts';
import { Inbox } from '#core/notifications/inbox.ts';
import { createKeyTools, type KeyTools } from '#core/tools/key-tools.ts';
import { RateLimiter } from '#core/api/limits/rate-limiter.ts';
import { PersistedUsage } from '#core/api/limits/usage.ts';
import type { Priority } from '#core/api/limits/priority.ts';
import type { Clock, HttpTransport, Log, Random, Shell, Vault } from '#core/kernel/ports.ts';
import type { DatedAnswer, ServiceClock } from '#core/kernel/service-clock.ts';
import { createPurchases, type Purchases } from '#core/purchases/purchases.ts';
import { Reboots } from '#core/stats/reboots.ts';
import { ServerStates } from '#core/stats/server-states.ts';
import { StatsPoller } from '#core/stats/stats-poller.ts';
import { requestsByName } from '#core/stats/sample.ts';
import {
  createAccountNotifications,
  type AccountNotifications,
} from '#core/notifications/account-notifications.ts';
import { notificationSettings, type SystemNotification } from '#core/notifications/notification.ts';
import { openRecords, type AccountRecords, type VaultProblem } from './account-records.ts';

export interface AccountContext {
  readonly clock: ServiceClock;
  readonly purchaseClock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly shell: Shell;
  readonly ask: Consent['ask'];
  readonly openProber: () => OpenedProber;
  readonly networkWatch: Pick<NetworkWatch, 'current' | 'look'>;
  readonly language: () => string;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly notify: (notification: SystemNotification) => void;
  readonly onFailure: (failure: Failure) => void;
  readonly onAnswered: (answer: DatedAnswer) => void;
  readonly onUnreadable: (endpoint: EndpointId, count: number) => void;
  readonly publish: <Name extends keyof Events>(event: Name, payload: Events[Name]) => void;
}

export interface AccountOptions extends AccountContext {
  /** Receives each kind of fault of the account's records. */
  readonly onVaultProblem: (reason: VaultProblem) => void;
  /** Called when the profile was read: the account's name may have become known. */
  readonly onProfileRead: () => void;
  readonly id: string;
  readonly service: string;
  readonly apiKey: string;
  readonly vaultKey: Uint8Array;
  readonly vault: Vault;
  /** The serial number of the newest write that the keychain knows. */
  readonly checkpoint: number;
  readonly saveCheckpoint: (serial: number) => Promise<unknown>;
  /** Whether `vault` outlives this run; only then notifications, which reading destroys. */
  readonly persistent: boolean;
  /** Whether it is the open account still, and Culvert not locked. */
  readonly isOpen: () => boolean;
  readonly transport: HttpTransport;
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
function abandonable<Kind extends Clock>(clock: Kind): Kind & { abandon(): void } {
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

class AccountPorts {
  protected readonly options: AccountOptions;
  protected isStopped = false;

  constructor(options: AccountOptions) {
    this.options = options;
  }

  /** The shell; its save dialogs write nothing if another account is open when they close. */
  protected get shellWhileOpen(): Shell {
    const { shell, isOpen } = this.options;
    return {
      ...shell,
      saveFile: (name, bytes) => shell.saveFile(name, bytes, isOpen),
      saveFolder: (name, files, onWritten, stop) =>
        shell.saveFolder(name, files, onWritten, stop, isOpen),
    };
  }
}

type Followers = { readonly [Name in keyof Events]?: (payload: Events[Name]) => void };

/** One account while it is open. Its fields are its parts, each made of those above it. */
export class Account extends AccountPorts {
  readonly id = this.options.id;
  readonly service = this.options.service;

  /** What other parts do about an event, once the window has it. */
  readonly #followers: Followers = {
    'inbox.changed': () => this.systemNotifications.changed(),
    'sync.changed': () => this.serverStates.networkChanged(),
    'connections.changed': () => this.options.publish('quick.changed', true),
    'purchases.changed': () => {
      this.batches.journalChanged();
      this.systemNotifications.changed();
    },
    'stats.changed': (changed) => {
      this.reboots.check();
      this.serverStates.changed(changed.map(({ server }) => server));
      this.systemNotifications.read();
    },
  };

  readonly records: AccountRecords = openRecords({
    ...this.options,
    key: this.options.vaultKey,
    onProblem: this.options.onVaultProblem,
  });

  /** Unix milliseconds; `null` where nothing was ever read. */
  readonly #refreshedAt = this.records.vault.read('sync', 'refreshed-at', z.number()) ?? null;

  readonly limiter: RateLimiter = this.#openLimiter();

  readonly client: ApiClient = createApiClient({
    ...this.options,
    base: this.service,
    key: this.options.apiKey,
    limiter: this.limiter,
    refuseChange: () => this.sync.refuseChange(),
    onReach: (reached) => this.sync.onReach(reached),
  });

  readonly reboots: Reboots = new Reboots({
    ...this.#parts,
    readingOf: (server) => this.stats.snapshot(server),
    requestReading: (server) => {
      for (const request of requestsByName(server)) this.stats.request(server, request);
    },
    onChange: (servers) => {
      this.serverStates.changed(servers);
      this.systemNotifications.changed();
    },
    onOver: () => void this.sync.refreshNow('user'),
  });

  readonly serverStates: ServerStates = new ServerStates({
    ...this.#parts,
    readingOf: (server) => this.stats.snapshot(server),
    isOffline: () => this.sync.state().network === 'offline',
    servers: () => this.readCache.cached('cloudServers.list', {}),
    rebootOf: (server) => this.reboots.of(server),
    onChange: (servers) => this.connections.statesChanged(servers),
    publish: this.#publishes('servers.changed'),
  });

  readonly readCache: ReadCache = createReadCache({
    ...this.#parts,
    publish: (entry) => {
      // First, so that a new server comes with its state.
      if (entry.id === 'cloudServers.list') this.serverStates.changed([]);
      this.#publishes('cache.changed')(entry);
    },
    onStored: (id, input) => {
      if (optionReads.has(id)) this.connections.optionChanged(input);
    },
  });

  readonly #markOf = createNetworkMarks(this.records.vault, this.options.random);
  readonly checkResults = new CheckResults({
    ...this.#parts,
    keepsHistory: () => this.options.settings.get().checkHistory,
    network: () => this.#markOf(this.options.networkWatch.current()),
  });

  readonly connections: Connections = new Connections({
    ...this.#parts,
    stateOf: (listed) => this.serverStates.stateOf(listed),
    checks: this.checkResults,
    optionUse: (id) => optionUse(this.readCache, id),
    publish: this.#publishes('connections.changed'),
  });

  readonly #reader = new ConnectionReader(this.#parts);

  readonly inbox: Inbox = new Inbox({
    ...this.#parts,
    mayHaveLost: this.records.finding !== undefined,
    publish: this.#publishes('inbox.changed'),
  });

  readonly sync: Sync = new Sync({
    ...this.#parts,
    refreshedAt: this.#refreshedAt,
    publish: this.#publishes('sync.changed'),
    refresh: (priority) => this.#refreshAll(priority),
  });

  readonly purchases: Purchases = createPurchases({
    ...this.#parts,
    clock: this.options.purchaseClock,
    publish: this.#publishes('purchases.changed'),
  });

  readonly batches: Batches = new Batches({
    ...this.#parts,
    purchases: this.purchases,
    prove: (key, step) => this.#prove(key, step),
    publish: this.#publishes('batches.changed'),
    onError: (error) => {
      const name = error instanceof Error ? error.name : 'unknown';
      this.options.log.write('error', 'batch-failed', { error: name });
    },
  });

  readonly systemNotifications: AccountNotifications = createAccountNotifications({
    ...this.#parts,
    inbox: this.inbox,
    purchases: this.purchases,
    reboots: this.reboots,
    wants: (kind) => this.options.settings.get()[notificationSettings[kind]],
    show: this.options.notify,
  });

  readonly stats: StatsPoller = new StatsPoller({
    ...this.#parts,
    requestsFor: (server) => this.connections.statsRequests(server),
    fetch: ({ id, input }, priority, signal) =>
      this.client.call(id, input as never, { priority, signal }),
    // They are among the connections, which are read in parts: nothing is lost until then.
    servers: () => (this.connections.isLoaded ? this.connections.servers() : undefined),
    publish: this.#publishes('stats.changed'),
  });

  readonly checks: Checks = new Checks({
    ...this.#parts,
    results: this.checkResults,
    look: () => this.options.networkWatch.look(),
    publish: (progress) => {
      if (!progress.running) this.connections.checksEnded();
      this.#publishes('checks.changed')(progress);
    },
    onResults: (keys) => this.connections.checksChanged(keys),
  });

  readonly actions: ConnectionActions = new ConnectionActions({
    ...this.#parts,
    shell: this.shellWhileOpen,
    reader: this.#reader,
    onChange: (id, input, result) => this.changed(id, input, result),
  });

  readonly bulk: ConnectionBulk = new ConnectionBulk({
    ...this.#parts,
    shell: this.shellWhileOpen,
    publish: this.#publishes('connections.saving'),
  });

  readonly keyTools: KeyTools = createKeyTools((entry, name) => this.purchases.held(entry, name));

  /** Publishes an event until the account is closed: a late answer must not reach the next account's window. */
  #publishes<Name extends keyof Events>(event: Name): (payload: Events[Name]) => void {
    return (payload) => {
      if (this.isStopped) return;
      this.options.publish(event, payload);
      this.#followers[event]?.(payload);
    };
  }

  /** What most parts are made of: what the program has, and the parts that are there so far. */
  get #parts() {
    const { options, records, limiter, client, readCache, connections } = this;
    return {
      ...options,
      vault: records.vault,
      limiter,
      client,
      readCache,
      connections,
      makeStale: (ids: readonly string[]) => this.makeStale(ids),
    };
  }

  /** Shows stored records at once and refreshes behind. Throws when a part cannot be opened. */
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
    this.isStopped = true;
    const { systemNotifications, sync, stats, reboots, serverStates, connections } = this;
    const parts = [systemNotifications, sync, stats, reboots, serverStates, connections];
    for (const part of parts) part.stop();
    const usage = this.limiter.stop();
    await this.options.transport.close();
    // Last: an answer that was still on its way is sealed.
    this.purchases.stop();
    await this.records.stop();
    return usage;
  }

  name(): string {
    return this.readCache.cached('profile.get', {})?.value.email ?? '';
  }

  /** Which listed API key it uses; `null` where none, or more than one, has its prefix. */
  keyInUse(): number | null {
    const listed = this.readCache.cached('apiKeys.list', {})?.value ?? [];
    const [key, another] = listed.filter(({ key_prefix }) =>
      this.options.apiKey.startsWith(`${key_prefix}_`),
    );
    return key !== undefined && another === undefined ? key.id : null;
  }

  #openLimiter(): RateLimiter {
    const { clock, usage, sent = [] } = this.options;
    const { vault, finding } = this.records;
    // Requests since an older copy was made are not counted in it.
    const isCertain = finding === undefined;
    const stored = isCertain ? vault.read('limits', 'usage', PersistedUsage) : undefined;
    const isFresh = isCertain && this.#refreshedAt === null;
    const limiter = new RateLimiter({
      clock,
      overview: overviewLimit,
      computerNow: () => clock.computerNow(),
      onWait: (until) => this.sync.onWait(until),
      // An account that was read before has usage: where that cannot be read, all slots count as used.
      usage: usage ?? stored ?? (isFresh ? undefined : 'lost'),
      persist: (now) => vault.write([{ purpose: 'limits', name: 'usage', value: now }]),
    });
    for (const id of sent) {
      // Another limiter granted it: the slot frees slightly late, never early.
      limiter.acquire(api[id], 'background').then(
        (permit) => permit.done({ status: 200, headers: {} }),
        () => undefined,
      );
    }
    return limiter;
  }

  /** Marks these reads as out of date, and reads again what is shown of them. */
  makeStale(ids: readonly string[], changed?: unknown): void {
    this.readCache.makeStale(ids, changed);
    // Only the lists that the change concerns: reading everything would soon use up the limits.
    void this.#reader.refreshLists(ids, changed, 'on-screen').then((result) => {
      if (!result.ok) void this.sync.refreshNow('on-screen');
      else if (ids.includes('configs.list')) this.sync.listRead();
    });
  }

  /** Marks what a change makes out of date, also after a lost answer or `not-found`. */
  changed(id: EndpointId, input: unknown, result: Result<unknown>): void {
    const endpoint: Endpoint = api[id];
    if (result.ok || ['outcome-unknown', 'not-found'].includes(result.failure.kind)) {
      this.makeStale(endpoint.makesStale, input);
    }
  }

  /** Records of it were restored from a backup, or were taken back. */
  reload(): void {
    this.checkResults.reload();
    this.connections.reloadChoices();
    this.inbox.reload();
    this.purchases.reload();
  }

  /** Forgets what checks found in a network, or all; or all but the newest results. */
  forgetChecks(what: CommandInput<'checks.forget'> | { readonly of: 'history' }): void {
    if (what.of === 'history') this.checkResults.history.forgetNetworks();
    else this.checkResults.forgetNetwork(what.of === 'network' ? what.id : undefined);
    this.connections.checksChanged();
  }

  /** Reads the lists that a change made out of date, and checks its connection from here. */
  async #prove(key: string, { endpoint, input }: Step): Promise<Result<CheckResult>> {
    const since = this.options.clock.now();
    const read = await this.#reader.refreshLists(api[endpoint].makesStale, input, 'user');
    if (!read.ok) return read;
    // Its key is new: no device has it that a check could interrupt.
    const started = await this.checks.start([key], { interrupting: true });
    if (!started.ok) return started;
    await this.checks.ended();
    const check = this.connections.row(key)?.check;
    return check === undefined || check.at < since ? fail('aborted') : ok(check.result);
  }

  /** The computer is in another network, or it has become known which it is. */
  networkChanged(): void {
    this.checks.networkChanged();
    this.connections.checksChanged(this.checkResults.networkChanged());
  }

  /** Another time counts than before: states, notifications and what the window counts by follow. */
  timeChanged(): void {
    this.sync.timeChanged();
    this.serverStates.changed();
    this.systemNotifications.changed();
  }

  /** Reads again what the service names in the user's language, which has changed. */
  languageChanged(): void {
    // Only what is loaded can be marked: what was read in an earlier run is in the old language too.
    for (const id of namedReads) this.readCache.cached(id, {});
    this.readCache.makeStale(namedReads);
    void this.sync.refreshNow('user');
  }

  /** Resumes unfinished work of earlier runs, once all parts exist. */
  #start(): void {
    void this.connections.load();
    if (!this.options.settings.get().checkHistory) this.forgetChecks({ of: 'history' });
    this.purchases.resume();
    this.batches.resume();
  }

  async #refreshAll(priority: Priority): Promise<Result<null>> {
    const { clock } = this.options;
    const result = await this.#reader.refresh(priority);
    if (result.ok) {
      this.records.vault.write([{ purpose: 'sync', name: 'refreshed-at', value: clock.now() }]);
    }
    void this.#refreshBehind(result.ok);
    return result;
  }

  /** Reads the profile and, only where the service answers, the notifications. */
  async #refreshBehind(isAnswering: boolean): Promise<void> {
    const { persistent, onProfileRead } = this.options;
    const profile = await this.readCache.fetch('profile.get', {}, 'background');
    if (!isAnswering && !profile.ok) return;
    if (persistent) void this.inbox.check();
    onProfileRead();
    void this.systemNotifications.refreshed();
  }
}
