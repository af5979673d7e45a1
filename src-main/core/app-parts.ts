import type { EventName, Events } from '#contract/ipc.ts';
import type { AccountContext, Account } from './accounts/account.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createInitialList, type InitialList } from './accounts/initial-list.ts';
import { createKeyRing } from './accounts/key-ring.ts';
import { createSession, type Session } from './accounts/session.ts';
import { createActivityState, type ActivityState } from './activity-state.ts';
import type { AppOptions } from './app.ts';
import { createAutoLock, type AutoLock } from './auto-lock.ts';
import { createOpenProber } from './checks/open-prober.ts';
import { createClipboardGuard, type ClipboardGuard } from './clipboard-guard.ts';
import { createConsent, type Consent } from './consent/consent.ts';
import { createLastFailures, type LastFailures } from './diagnostics/last-failures.ts';
import { createEmitter, type Emitter } from './emitter.ts';
import { withMemoryFallback } from './files-fallback.ts';
import { createNetwork, type Network } from './network/network.ts';
import type { VaultError } from './ports.ts';
import { createSettings, type SettingsStore } from './settings.ts';
import type { SystemNotification } from './system-notifications/notification.ts';
import { createTray, type Tray } from './tray.ts';

/** Events between the parts of the program, and from them to the shell. */
interface AppEvents {
  /** An event was published to the window. */
  readonly published: EventName;
  readonly trayChanged: null;
  readonly notification: SystemNotification;
  /** Whether a secret may be on screen. */
  readonly secretShown: boolean;
  readonly diskProblem: VaultError['reason'];
  readonly networkChanged: null;
  readonly profileRead: null;
  /** Another account is open from now on, or none. */
  readonly accountOpened: Account | undefined;
  /** An opening window shows the account's data, or the wait for it timed out. */
  readonly initialListOver: null;
  /**
   * The computer or Culvert was idle for the time in the settings, or the system locked its screen.
   */
  readonly lockDue: null;
}

/** The parts of the program, none of which has done anything yet. */
export interface AppParts {
  readonly options: AppOptions;
  readonly events: Emitter<AppEvents>;
  /** The events that the window receives. */
  readonly windowEvents: Emitter<Events>;
  readonly publish: AccountContext['publish'];
  readonly settings: SettingsStore;
  readonly clipboard: ClipboardGuard;
  readonly consent: Consent;
  readonly network: Network;
  readonly failures: LastFailures;
  readonly session: Session;
  readonly activity: ActivityState;
  readonly initialList: InitialList;
  readonly autoLock: AutoLock;
  readonly tray: Tray;
}

/** The setting that switches each kind of notification. */
const notificationSettings = {
  inbox: 'notifyInbox',
  expiring: 'notifyExpiring',
  payment: 'notifyPayments',
  'server-back': 'notifyServers',
} as const;

/** Creates the parts, each with those that it uses; what runs the other way goes by `events`. */
export function createParts(options: AppOptions): AppParts {
  const { clock } = options;
  const events = createEmitter<AppEvents>();
  const windowEvents = createEmitter<Events>();
  const publish: AppParts['publish'] = (event, payload) => {
    windowEvents.emit(event, payload);
    events.emit('published', event);
  };
  const files = withMemoryFallback(options.files, (reason) => {
    events.emit('diskProblem', reason);
  });
  const settings = createSettings(files, options.systemLanguage, options.log, (state) => {
    publish('settings.changed', state);
  });
  const clipboard = createClipboardGuard(options.clipboard, clock);
  const consent = createConsent(options.consentDialog);
  const network = createNetwork({
    ...options,
    connect: options.openTransport,
    ask: (question) => consent.ask(question),
    onChange() {
      events.emit('networkChanged', null);
    },
  });
  const failures = createLastFailures(clock);
  const shared = {
    options,
    events,
    windowEvents,
    publish,
    settings,
    clipboard,
    consent,
    network,
    failures,
  };
  const session = createSession({
    ...options,
    accounts: createAccounts(files, options.log),
    keyRing: createKeyRing(options.secrets, options.random, options.log),
    openTransport: (service) => network.openTransport(service),
    context: accountContext(shared),
    publish: (state) => {
      publish('session.changed', state);
    },
    onOpen(account) {
      events.emit('accountOpened', account);
    },
  });
  const initialList = createInitialList(clock, () => {
    events.emit('initialListOver', null);
  });
  const tray = createTray({
    clock,
    session,
    settings,
    isHeldBack: () => initialList.pending(),
    onChange() {
      events.emit('trayChanged', null);
    },
  });
  const autoLock = createAutoLock({
    clock,
    minutes: () => settings.get().lockMinutes,
    idleMs: options.idleMs ?? (() => 0),
    lock() {
      events.emit('lockDue', null);
    },
  });
  const activity = createActivityState(() => session.current());
  return { ...shared, session, activity, initialList, autoLock, tray };
}

/** What accounts need of the program around them. */
function accountContext(
  shared: Omit<AppParts, 'session' | 'activity' | 'initialList' | 'autoLock' | 'tray'>,
): AccountContext {
  const { options, events, settings, consent, network, failures } = shared;
  const { clock, random, log } = options;
  return {
    clock,
    random,
    log,
    shell: options.shell,
    purchaseClock: options.purchaseClock ?? clock,
    clipboard: shared.clipboard,
    publish: shared.publish,
    ask: (question) => consent.ask(question),
    openProber: createOpenProber({
      random,
      clock,
      settings: () => settings.get(),
      network: { proxy: () => network.proxy() },
      openSockets: options.openProbeSockets,
      openResolver: options.openResolver,
    }),
    readLongAnswer: options.readLongAnswer,
    language: () => settings.get().resolvedLanguage,
    clipboardSeconds: () => settings.get().clipboardSeconds,
    cacheRetainedSince() {
      const { cacheDays } = settings.get();
      return cacheDays === 0 ? 0 : clock.now() - cacheDays * 86_400_000;
    },
    onProfileRead() {
      events.emit('profileRead', null);
    },
    isNotificationEnabled: (kind) => settings.get()[notificationSettings[kind]],
    notify(notification) {
      events.emit('notification', notification);
    },
    onFailure(failure) {
      failures.note(failure);
    },
    onUnreadable(endpoint, count) {
      failures.noteUnreadable(endpoint, count);
    },
    onVaultProblem(reason) {
      log.write('error', 'vault', { reason });
    },
  };
}
