import type { Failure } from '#contract/failure.ts';
import type { AppInfo, EventName } from '#contract/ipc.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { Account, AccountContext } from '#core/session/account.ts';
import { createAccounts } from '#core/session/accounts.ts';
import { createOpening } from '#core/session/opening.ts';
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
import { createConsent } from '#core/purchases/consent/consent.ts';
import { createLastFailures } from '#core/diagnostics/last-failures.ts';
import { createEmitter } from '#core/kernel/emitter.ts';
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
import { createSettings } from '#core/desktop/settings.ts';
import { createServiceClock } from '#core/kernel/service-clock.ts';
import type { SubscriptionUrls } from '#core/tools/subscription-url.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import { createTray } from '#core/tray/tray.ts';

/** Events between the parts of the program, and from them to the shell. */
interface AppEvents {
  readonly published: EventName;
  readonly trayChanged: null;
  readonly notification: SystemNotification;
  readonly diskProblem: VaultError['reason'];
  readonly networkChanged: null;
  /** What the computer was in before it was in another network; `undefined`: it was not known. */
  readonly systemNetworkChanged: string | undefined;
  readonly profileRead: null;
  readonly timeChanged: null;
  readonly accountOpened: Account | undefined;
  /** An opening window shows the account's data, or the wait for it timed out. */
  readonly openingOver: null;
  /** Idle for the time in the settings, or the screen was locked. */
  readonly lockDue: null;
}

/** Everything the core needs of the world. */
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
  /** Set when the vault that was there could not be opened. */
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

/** The parts of the program, none of which has done anything yet. */
export type AppParts = ReturnType<typeof createParts>;

/** Creates the parts, each with those that it uses; what runs the other way goes by `events`. */
export function createParts(given: AppOptions) {
  const shared = createSharedParts(given);
  const { options, events, publish, settings, network, networkWatch } = shared;
  const { clock, idleMs = () => 0 } = options;
  const passphrase = new Passphrase(options);
  const session = new Session({
    ...options,
    accounts: createAccounts(shared.files, options.log),
    keyRing: new KeyRing(passphrase.entries, options.random, options.log),
    passphrase,
    openTransport: (service) => network.openTransport(service),
    context: accountContext(shared),
    publish: (state) => publish('session.changed', state),
    onOpen: (account) => events.emit('accountOpened', account),
  });
  const { backupWork: work, backupFiles } = options;
  const backups = new Backups({ session, settings, clock, work });
  const backupCopies = new BackupCopies({
    ...options,
    backups,
    entries: passphrase.entries,
    files: backupFiles,
    work,
  });
  const opening = createOpening(clock, () => events.emit('openingOver', null));
  const tray = createTray({
    clock,
    session,
    settings,
    isHeldBack: () => opening.running(),
    onChange: () => events.emit('trayChanged', null),
  });
  const autoLock = createAutoLock({
    clock,
    minutes: () => settings.get().lockMinutes,
    idleMs,
    lock: () => events.emit('lockDue', null),
  });
  const automaticChecks = createAutomaticChecks({
    clock,
    settings,
    idleMs,
    look: () => networkWatch.look(),
    current: () => session.current(),
  });
  return {
    ...shared,
    session,
    activity: createActivityState(() => session.current()),
    opening,
    autoLock,
    tray,
    automaticChecks,
    backups,
    backupCopies,
  };
}

function createSharedParts(given: AppOptions) {
  const events = createEmitter<AppEvents>();
  const windowListeners = new Set<AccountContext['publish']>();
  const publish: AccountContext['publish'] = (event, payload) => {
    for (const listener of [...windowListeners]) listener(event, payload);
    events.emit('published', event);
  };
  const files = withMemoryFallback(given.files, (reason) => events.emit('diskProblem', reason));
  const clock = createServiceClock(given.clock, files, () => events.emit('timeChanged', null));
  const options = { ...given, clock };
  const settings = createSettings(files, options.systemLanguage, options.log, (state) =>
    publish('settings.changed', state),
  );
  const clipboard = createClipboardGuard(options.clipboard, clock);
  const consent = createConsent(options.consentDialog, clock);
  const network = createNetwork({
    ...options,
    connect: options.openTransport,
    ask: (question) => consent.ask(question),
    onChange: () => events.emit('networkChanged', null),
  });
  const networkWatch = new NetworkWatch({
    clock,
    systemNetwork: options.systemNetwork,
    onChange: (before) => events.emit('systemNetworkChanged', before),
  });
  const failures = createLastFailures(clock);
  return {
    options,
    events,
    windowListeners,
    publish,
    files,
    settings,
    clipboard,
    consent,
    network,
    networkWatch,
    failures,
  };
}

function accountContext(shared: ReturnType<typeof createSharedParts>): AccountContext {
  const { options, events, settings, consent, failures } = shared;
  const { clock, random, log } = options;
  return {
    clock,
    random,
    log,
    shell: options.shell,
    purchaseClock: { ...(options.purchaseClock ?? clock), now: () => clock.now() },
    publish: shared.publish,
    ask: (question) => consent.ask(question),
    networkWatch: shared.networkWatch,
    openProber: () => openProber({ random, clock, sockets: options.openProbeSockets() }),
    language: () => settings.get().resolvedLanguage,
    settings,
    onProfileRead: () => events.emit('profileRead', null),
    notify: (notification) => events.emit('notification', notification),
    onFailure: (failure) => failures.note(failure),
    onAnswered: (answer) => clock.answered(answer),
    onUnreadable: (endpoint, count) => failures.noteUnreadable(endpoint, count),
  };
}
