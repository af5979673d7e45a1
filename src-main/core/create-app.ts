import { freshCheckMs } from '#contract/check-result.ts';
import type { EventName, Events } from '#contract/ipc.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import type { AccountContext, OpenAccount } from './accounts/account.ts';
import { answerCommand } from './answer-command.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createFirstRows } from './accounts/initial-list.ts';
import { createClipboardGuard } from './clipboard-guard.ts';
import { createAllowedServices } from './consent/allowed-services.ts';
import { createConsent } from './consent/consent.ts';
import { createCommands } from './commands/create-commands.ts';
import { withMemory } from './files-fallback.ts';
import { createOpenProber } from './checks/open-prober.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createLastFailures } from './diagnostics/last-failures.ts';
import { createKeyRing } from './accounts/key-ring.ts';
import { createActivityState } from './activity-state.ts';
import { createNetwork } from './network/network.ts';
import { createScheduler } from './scheduler.ts';
import { createSession } from './accounts/session.ts';
import { createSettings } from './settings.ts';
import { createAutoLock } from './auto-lock.ts';
import { createShownSecret } from './shown-secret.ts';
import { copyElsewhere } from './quick-copy.ts';
import { lockedTrayState, trayState } from './tray-state.ts';
import type { App, AppOptions, TrayState } from './app.ts';
import { createWindowCalls } from './ipc-dispatcher.ts';

/** The setting that switches each kind of notice. */
const noticeSettings = {
  inbox: 'notifyInbox',
  expiring: 'notifyExpiring',
  payment: 'notifyPayments',
  'server-back': 'notifyServers',
} as const;

/** How many lines of the log a report ends with. */
const reportedLines = 500;

type Listener = Parameters<App['listen']>[0];

/** Puts the core together. Nothing happens before `start`. */
export function createApp(options: AppOptions): App {
  const { clock, random, log, shell } = options;
  const listeners = new Set<Listener>();
  const trayListeners = new Set<() => void>();
  const secretListeners = new Set<(shown: boolean) => void>();
  const noticeListeners = new Set<Parameters<App['onNotice']>[0]>();
  const failures = createLastFailures(clock);
  const checkAge = createScheduler(clock);
  const power = createActivityState(() => session.current());
  const firstRows = createFirstRows(clock, () => {
    if (unread === session.current()) refreshOpened();
    power.change({ opening: false });
    tellTray();
  });
  /** Was opened for a window that is opening, and has not been refreshed yet. */
  let unread: OpenAccount | undefined;
  let trayTold = false;

  function publish<Name extends EventName>(event: Name, payload: Events[Name]): void {
    for (const listener of listeners) listener(event, payload);
    if (event !== 'stats.changed' && event !== 'cache.changed') tellTray();
    if (event === 'sync.changed') power.apply();
    // The tray names no result that is not fresh any more.
    if (event === 'checks.changed') checkAge.schedule(tellTray, freshCheckMs);
  }

  /** Many changes of one moment are one change of the tray. */
  function tellTray(): void {
    // What it says of connections costs reading all of them.
    if (trayTold || firstRows.awaited()) return;
    trayTold = true;
    clock.after(0, () => {
      trayTold = false;
      for (const listener of trayListeners) listener();
    });
  }

  function refreshOpened(): void {
    unread = undefined;
    void session.current()?.sync.refresh('on-screen');
  }

  const files = withMemory(options.files, (reason) => {
    session.reportDiskProblem(reason);
  });
  let language: string | undefined;
  const settings = createSettings(files, options.systemLanguage, (state) => {
    publish('settings.changed', state);
    autoLock.apply();
    if (state.resolvedLanguage === language) return;
    language = state.resolvedLanguage;
    // The service names places in the person's language.
    void session.current()?.sync.refresh('person');
  });
  language = settings.get().resolvedLanguage;
  const clipboard = createClipboardGuard(options.clipboard, clock);
  const consent = createConsent(options.consentDialog);
  const context: AccountContext = {
    ask: (question) => consent.ask(question),
    clock,
    purchaseClock: options.purchaseClock ?? clock,
    random,
    log,
    shell,
    clipboard,
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
    cacheKeptSince() {
      const { cacheDays } = settings.get();
      return cacheDays === 0 ? 0 : clock.now() - cacheDays * 86_400_000;
    },
    onProfileRead: () => {
      session.onProfileRead();
    },
    isNoticeEnabled: (kind) => settings.get()[noticeSettings[kind]],
    notify(notice) {
      for (const listener of noticeListeners) listener(notice);
    },
    publish,
    onFailure: (failure) => {
      failures.note(failure);
    },
    onVaultProblem: (reason) => {
      log.write('error', 'vault', { reason });
    },
  };
  const network = createNetwork({
    ...options,
    connect: options.openTransport,
    ask: (question) => consent.ask(question),
    onChange() {
      void session.current()?.sync.refresh('person');
    },
  });
  /** What the tray named when Culvert locked itself; nothing else of the account stays. */
  let trayAtLock: TrayState | undefined;
  const autoLock = createAutoLock({
    clock,
    minutes: () => settings.get().lockMinutes,
    idleMs: options.idleMs ?? (() => 0),
    lock() {
      if (session.current() === undefined) return;
      trayAtLock = lockedTrayState(tray(), settings.get());
      void session.lock();
    },
  });
  autoLock.apply();
  const shownSecret = createShownSecret({
    clock,
    isGuarded: () => settings.get().hideSecretsFromCapture,
    publish: (shown) => {
      for (const listener of secretListeners) listener(shown);
    },
  });

  function tray(): TrayState {
    const locked = session.state().status === 'auto-locked' ? trayAtLock : undefined;
    return locked === undefined
      ? trayState(session.current(), settings.get(), clock.now())
      : lockedTrayState(locked, settings.get());
  }

  const session = createSession({
    accounts: createAccounts(files),
    keyRing: createKeyRing(options.secrets, random),
    vault: options.vault,
    vaultStorage: options.vaultStorage,
    vaultProblem: options.vaultProblem,
    prefill: options.prefill,
    openTransport: (service) => network.openTransport(service),
    context,
    publish: (state) => {
      if (state.status !== 'opening' && state.status !== 'signed-in') firstRows.given();
      publish('session.changed', state);
    },
    onOpen(account) {
      unread = undefined;
      if (!account) return;
      power.apply();
      const kept = account.sync.state().refreshedAt !== null;
      if (kept && firstRows.awaited()) unread = account;
      else refreshOpened();
    },
  });
  const diagnostics = createDiagnostics({
    shell,
    clock,
    facts() {
      const account = session.current();
      return {
        info: options.info,
        settings: settings.get(),
        network: network.state(),
        session: session.state(),
        account: account && {
          sync: account.sync.state(),
          connections: account.connections.facets().sources,
          pace: account.pace(),
        },
        failures: failures.all(),
        log: log.tail(reportedLines),
      };
    },
  });
  /** From the tray or the quick copy window: the main window hears of it. */
  function copyFromShell(key: string, form: ExportForm) {
    autoLock.used();
    return copyElsewhere(session.current(), { key, form }, (copied) => {
      publish('app.copied', copied);
    });
  }

  const commands = createCommands({
    info: options.info,
    session,
    settings,
    network,
    consent,
    services: createAllowedServices({
      consent,
      builtIn: options.prefill.service,
      current: () => session.current()?.service,
    }),
    diagnostics,
    setPaused(paused) {
      power.change({ paused });
    },
    distance: options.distance,
    quickWindow: options.quickWindow,
    copyElsewhere: copyFromShell,
    now: () => clock.now(),
    onCopy: tellTray,
    onQuery: () => {
      firstRows.given();
    },
  });

  return {
    call: createWindowCalls({
      commands,
      session,
      consent,
      log,
      onAnswer: (name) => {
        shownSecret.answered(name);
      },
    }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    networkState: () => network.verify(),
    tray,
    onTrayChange(listener) {
      trayListeners.add(listener);
      return () => trayListeners.delete(listener);
    },
    onNotice(listener) {
      noticeListeners.add(listener);
      return () => noticeListeners.delete(listener);
    },
    onSecretShown(listener) {
      secretListeners.add(listener);
      return () => secretListeners.delete(listener);
    },
    copyFromTray: copyFromShell,
    answerCommand: (request) => answerCommand(session.current(), request, copyFromShell),
    async start(local) {
      const signedIn = local && (await session.signIn(local.service, local.key)).ok;
      if (!signedIn) await session.start();
    },
    expectWindow() {
      firstRows.expect();
      power.change({ opening: true });
    },
    setWindowVisible(visible) {
      if (visible) session.current()?.expectPerson();
      autoLock.setWindowVisible(visible);
      power.change({ visible });
    },
    setPower({ asleep, saving }) {
      power.change({ asleep, saving });
      if (!asleep) return;
      // The service closes them meanwhile, which a sleeping system does not notice.
      network.renewConnections();
      void clipboard.clearNow();
      autoLock.systemLocked();
    },
    setLocked() {
      void clipboard.clearNow();
      autoLock.systemLocked();
    },
    async stop() {
      await clipboard.clearNow();
      await session.stop();
      options.vault.close();
    },
  };
}
