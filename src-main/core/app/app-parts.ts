import { EventEmitter } from 'node:events';
import type { Failure } from '#contract/failure.ts';
import type { AppInfo, EventName } from '#contract/ipc.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { Account, AccountContext } from '#core/session/account.ts';
import { createAccounts } from '#core/session/accounts.ts';
import { KeyRing } from '#core/session/key-ring.ts';
import { Passphrase, type Cost } from '#core/session/passphrase.ts';
import { Session } from '#core/session/session.ts';
import { BackupCopies } from '#core/backup/backup-copies.ts';
import { Backups } from '#core/backup/backups.ts';
import { createActivityState } from './activity-state.ts';
import { createAutoLock } from './auto-lock.ts';
import { createAutomaticChecks } from './automatic-checks.ts';
import { NetworkWatch } from '#core/checks/network-watch.ts';
import { openProber } from '#core/checks/prober.ts';
import { createClipboardGuard } from '#core/desktop/clipboard-guard.ts';
import { createConsent, type Consent } from '#core/purchases/consent/consent.ts';
import { createLastFailures } from '#core/diagnostics/last-failures.ts';
import { withMemoryFallback } from '#core/kernel/files-fallback.ts';
import { createNetwork } from '#core/network/network.ts';
import type {
  BackupFiles,
  Clipboard,
  Clock,
  ConsentDialog,
  Distance,
  HttpTransport,
  Log,
  LogHistory,
  NetworkPath,
  PlainFiles,
  ProbeSockets,
  QuickWindow,
  Random,
  SecretStore,
  Shell,
  SystemNetwork,
  Vault,
  VaultError,
  VaultStorage,
} from '#core/kernel/ports.ts';
import { createSettings, type SettingsStore } from '#core/desktop/settings.ts';
import { createServiceClock, type ServiceClock } from '#core/kernel/service-clock.ts';
import type { SubscriptionUrls } from '#core/tools/subscription-url.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import { createTray } from '#core/tray/tray.ts';

/** What the shell hears of beside the events of the window, and a disk that refuses. */
interface AppEvents {
  readonly trayChanged: [];
  readonly notification: [SystemNotification];
  readonly diskProblem: [VaultError['reason']];
}

export interface AppOptions {
  readonly info: AppInfo;
  /** The system's language tag, such as `ru-RU`. */
  readonly systemLanguage: string;
  readonly clock: Clock;
  /** The time by which purchases wait and give up; `clock` where none is given. */
  readonly purchaseClock?: Clock | undefined;
  readonly random: Random;
  readonly log: Log & LogHistory;
  readonly secrets: SecretStore;
  readonly vault: Vault;
  readonly vaultStorage: VaultStorage;
  readonly vaultProblem: Failure | null;
  readonly files: PlainFiles;
  readonly clipboard: Clipboard;
  readonly consentDialog: ConsentDialog;
  readonly shell: Shell;
  readonly backupFiles: BackupFiles;
  /** What a guess of a backup's passphrase costs, where not as usual. */
  readonly backupWork?: number;
  /** What a guess of the passphrase of the program costs, where not as usual. */
  readonly passphraseCost?: Cost;
  readonly distance: Distance;
  readonly systemNetwork: SystemNetwork;
  readonly openProbeSockets: () => ProbeSockets;
  readonly quickWindow: QuickWindow;
  readonly openTransport: (
    service: string,
    path: NetworkPath,
  ) => HttpTransport | Promise<HttpTransport>;
  /** How long the computer has had no input, milliseconds; nothing where it cannot tell. */
  readonly idleMs?: () => number;
  readonly prefill: SessionState['prefill'];
  /** How the subscriptions of the build's own service are reached; absent where it does not say. */
  readonly subscriptionUrls?: SubscriptionUrls;
}

class AppPorts {
  protected readonly given: AppOptions;

  constructor(given: AppOptions) {
    this.given = given;
  }
}

/** The program. Its fields are its parts, each made of those above it; none has done anything yet. */
export class AppParts extends AppPorts {
  readonly events = new EventEmitter<AppEvents>();
  readonly #listeners = new Set<AccountContext['publish']>();
  /** Was opened for a window that is opening, and has not been refreshed yet. */
  #unread: Account | undefined;

  readonly files: PlainFiles = withMemoryFallback(this.given.files, (reason) =>
    this.events.emit('diskProblem', reason),
  );
  readonly options: AppOptions & { readonly clock: ServiceClock } = {
    ...this.given,
    clock: createServiceClock(this.given.clock, this.files, () => this.#timeChanged()),
  };
  readonly #idleMs = this.given.idleMs ?? (() => 0);

  readonly settings: SettingsStore = createSettings(
    this.files,
    this.options.systemLanguage,
    this.options.log,
    (state) => this.publish('settings.changed', state),
  );
  #language = this.settings.get().resolvedLanguage;
  readonly clipboard = createClipboardGuard(this.options.clipboard, this.options.clock);
  readonly consent: Consent = createConsent(
    this.options.consentDialog,
    this.options.clock,
    (asking) => this.publish('app.asking', asking),
  );
  readonly network: ReturnType<typeof createNetwork> = createNetwork({
    ...this.options,
    connect: this.options.openTransport,
    ask: (question) => this.consent.ask(question),
    onChange: () => void this.session.current()?.sync.refreshNow('user'),
  });
  readonly networkWatch: NetworkWatch = new NetworkWatch({
    ...this.options,
    onChange: (before) => {
      this.session.current()?.networkChanged();
      // At a start the network becomes known, and is no other one.
      if (before !== undefined) this.automaticChecks.networkChanged();
    },
  });
  readonly failures = createLastFailures(this.options.clock);

  readonly #passphrase = new Passphrase(this.options);
  readonly session: Session = new Session({
    ...this.options,
    accounts: createAccounts(this.files, this.options.log),
    keyRing: new KeyRing(this.#passphrase.entries, this.options.random, this.options.log),
    passphrase: this.#passphrase,
    openTransport: (service) => this.network.openTransport(service),
    context: this.#accountContext(),
    publish: (state) => this.publish('session.changed', state),
    onOpen: (account) => this.#accountOpened(account),
  });
  readonly backups: Backups = new Backups({
    ...this.options,
    session: this.session,
    settings: this.settings,
    work: this.options.backupWork,
  });
  readonly backupCopies = new BackupCopies({
    ...this.options,
    backups: this.backups,
    entries: this.#passphrase.entries,
    files: this.options.backupFiles,
    work: this.options.backupWork,
  });
  readonly activity: ReturnType<typeof createActivityState> = createActivityState(
    this.options.clock,
    () => this.session.current(),
    () => {
      if (this.#unread === this.session.current()) this.#refreshOpened();
      this.tray.changed();
    },
  );
  readonly tray: ReturnType<typeof createTray> = createTray({
    clock: this.options.clock,
    session: this.session,
    settings: this.settings,
    isHeldBack: () => this.activity.isWindowOpening(),
    onChange: () => this.events.emit('trayChanged'),
  });
  readonly autoLock: ReturnType<typeof createAutoLock> = createAutoLock({
    clock: this.options.clock,
    minutes: () => this.settings.get().lockMinutes,
    idleMs: this.#idleMs,
    lock: (unusedMinutes) => this.lock(unusedMinutes),
  });
  readonly automaticChecks: ReturnType<typeof createAutomaticChecks> = createAutomaticChecks({
    clock: this.options.clock,
    settings: this.settings,
    idleMs: this.#idleMs,
    look: () => this.networkWatch.look(),
    current: () => this.session.current(),
  });

  constructor(given: AppOptions) {
    super(given);
    this.events.on('diskProblem', (reason) => this.session.reportDiskProblem(reason));
    this.autoLock.apply();
  }

  /** Tells the window, and then what follows its events here. */
  readonly publish: AccountContext['publish'] = (event, payload) => {
    for (const listener of [...this.#listeners]) listener(event, payload);
    this.#published(event);
  };

  /** Subscribes to every event for the window; returns the function that unsubscribes. */
  listen(listener: AccountContext['publish']): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lock(unusedMinutes = 0): void {
    this.backups.close();
    void this.clipboard.clearNow();
    void this.session.lock(unusedMinutes);
  }

  #accountContext(): AccountContext {
    const { options, settings, consent, failures } = this;
    const { clock, random, log, shell } = options;
    return {
      clock,
      random,
      log,
      shell,
      purchaseClock: { ...(options.purchaseClock ?? clock), now: () => clock.now() },
      publish: (event, payload) => this.publish(event, payload),
      ask: (question) => consent.ask(question),
      networkWatch: this.networkWatch,
      openProber: () => openProber({ random, clock, sockets: options.openProbeSockets() }),
      language: () => settings.get().resolvedLanguage,
      settings,
      notify: (notification) => this.events.emit('notification', notification),
      onFailure: (failure) => failures.note(failure),
      onAnswered: (answer) => clock.answered(answer),
      onUnreadable: (endpoint, count) => failures.noteUnreadable(endpoint, count),
    };
  }

  /** Refreshes an account that was opened: at once, or when a window that is opening shows it. */
  #accountOpened(account: Account | undefined): void {
    const { networkWatch, consent, backups, backupCopies, automaticChecks } = this;
    if (account === undefined) networkWatch.stop();
    else networkWatch.start();
    consent.close();
    backupCopies.follow(account !== undefined);
    if (account === undefined) backups.forget();
    automaticChecks.apply();
    this.#unread = undefined;
    if (!account) return;
    this.options.clock.follow(account.service);
    this.activity.apply();
    const hasStoredData = account.sync.state().refreshedAt !== null;
    if (hasStoredData && this.activity.isWindowOpening()) this.#unread = account;
    else this.#refreshOpened();
  }

  #refreshOpened(): void {
    this.#unread = undefined;
    void this.session.current()?.sync.refresh('on-screen');
  }

  #timeChanged(): void {
    this.session.current()?.timeChanged();
    this.tray.changed();
  }

  /** The tray, and how much is requested from the service, follow the events of the window. */
  #published(event: EventName): void {
    if (event === 'settings.changed') this.#settingsChanged();
    if (event === 'session.changed') {
      const { status } = this.session.state();
      if (status !== 'opening' && status !== 'signed-in') this.activity.windowOpened();
    }
    if (event !== 'stats.changed' && event !== 'cache.changed') this.tray.changed();
    if (event === 'sync.changed') this.activity.apply();
    if (event === 'checks.changed') this.tray.checked();
  }

  /** Applies changed settings; the service names places in the user's language. */
  #settingsChanged(): void {
    this.autoLock.apply();
    this.automaticChecks.apply();
    const { resolvedLanguage } = this.settings.get();
    if (resolvedLanguage === this.#language) return;
    this.#language = resolvedLanguage;
    this.session.current()?.languageChanged();
  }
}
