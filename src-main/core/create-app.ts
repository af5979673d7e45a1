import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Account } from './accounts/account.ts';
import { answerCommand } from './answer-command.ts';
import { createParts, type AppParts } from './app-parts.ts';
import type { App, AppOptions } from './app.ts';
import type { Commands } from './commands/command-table.ts';
import { createCommands } from './commands/create-commands.ts';
import { createAllowedServices } from './consent/allowed-services.ts';
import { createDiagnostics, type Diagnostics } from './diagnostics/diagnostics.ts';
import type { EndpointPace } from './diagnostics/report.ts';
import { createIpcDispatcher } from './ipc-dispatcher.ts';
import type { RateLimiter } from './limits/rate-limiter.ts';
import { copyElsewhere } from './quick-copy.ts';
import { createShownSecret } from './shown-secret.ts';

/** How many lines of the log a report ends with. */
const reportedLines = 500;

/** Puts the core together. Nothing happens before `start`. */
export function createApp(options: AppOptions): App {
  const parts = createParts(options);
  const { events, windowEvents, session, clipboard, network, autoLock, activity } = parts;
  watchSettings(parts);
  watchAccounts(parts);
  watchWindowEvents(parts);
  lockWhenUnused(parts);
  const copyFromTray = copyOutsideWindow(parts);

  return {
    call: answerWindow(parts, createAppCommands(parts, copyFromTray)),
    listen: (listener) => windowEvents.onAny(listener),
    networkState: () => network.verify(),
    tray: () => parts.tray.state(),
    onTrayChange: (listener) => events.on('trayChanged', listener),
    onNotification: (listener) => events.on('notification', listener),
    onSecretShown: (listener) => events.on('secretShown', listener),
    copyFromTray,
    answerCommand: (request) => answerCommand(session.current(), request, copyFromTray),
    async start(local) {
      const signedIn = local && (await session.signIn(local.service, local.key)).ok;
      if (!signedIn) await session.start();
    },
    expectWindow() {
      parts.initialList.expect();
      activity.change({ opening: true });
    },
    setWindowVisible(visible) {
      if (visible) session.current()?.limiter.expectUser();
      autoLock.setWindowVisible(visible);
      activity.change({ visible });
    },
    setPower({ asleep, saving }) {
      activity.change({ asleep, saving });
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

/** Applies changed settings; the service names places in the user's language. */
function watchSettings({ events, settings, session, autoLock }: AppParts): void {
  let language = settings.get().resolvedLanguage;
  autoLock.apply();
  events.on('published', (event) => {
    if (event !== 'settings.changed') return;
    autoLock.apply();
    const { resolvedLanguage } = settings.get();
    if (resolvedLanguage === language) return;
    language = resolvedLanguage;
    session.current()?.languageChanged();
  });
}

/** Refreshes an account that was opened: at once, or when a window that is opening shows it. */
function watchAccounts({ events, session, activity, initialList, tray }: AppParts): void {
  /** Was opened for a window that is opening, and has not been refreshed yet. */
  let unread: Account | undefined;

  function refreshOpened(): void {
    unread = undefined;
    void session.current()?.sync.refresh('on-screen');
  }

  events.on('accountOpened', (account) => {
    unread = undefined;
    if (!account) return;
    activity.apply();
    const hasStoredData = account.sync.state().refreshedAt !== null;
    if (hasStoredData && initialList.pending()) unread = account;
    else refreshOpened();
  });
  events.on('initialListOver', () => {
    if (unread === session.current()) refreshOpened();
    activity.change({ opening: false });
    tray.changed();
  });
  events.on('networkChanged', () => {
    void session.current()?.sync.refresh('user');
  });
  events.on('profileRead', () => {
    session.onProfileRead();
  });
  events.on('diskProblem', (reason) => {
    session.reportDiskProblem(reason);
  });
}

/** The tray, and how much is requested from the service, follow the events of the window. */
function watchWindowEvents({ events, session, activity, initialList, tray }: AppParts): void {
  events.on('published', (event) => {
    if (event === 'session.changed') {
      const { status } = session.state();
      if (status !== 'opening' && status !== 'signed-in') initialList.given();
    }
    if (event !== 'stats.changed' && event !== 'cache.changed') tray.changed();
    if (event === 'sync.changed') activity.apply();
    if (event === 'checks.changed') tray.checked();
  });
}

function lockWhenUnused({ events, session, tray }: AppParts): void {
  events.on('lockDue', () => {
    if (session.current() === undefined) return;
    tray.beforeLock();
    void session.lock();
  });
}

/** Copies from the tray, the quick copy window or the command line; the main window is notified. */
function copyOutsideWindow({ session, autoLock, publish }: AppParts): App['copyFromTray'] {
  return (key: string, form: ExportForm) => {
    autoLock.used();
    return copyElsewhere(session.current(), { key, form }, (copied) => {
      publish('app.copied', copied);
    });
  };
}

function createAppCommands(parts: AppParts, copyFromTray: App['copyFromTray']): Commands {
  const { options, session, consent } = parts;
  return createCommands({
    ...parts,
    info: options.info,
    services: createAllowedServices({
      consent,
      builtIn: options.prefill.service,
      current: () => session.current()?.service,
    }),
    diagnostics: openDiagnostics(parts),
    setPaused(paused) {
      parts.activity.change({ paused });
    },
    distance: options.distance,
    quickWindow: options.quickWindow,
    copyElsewhere: copyFromTray,
    now: () => options.clock.now(),
    onCopy() {
      parts.tray.changed();
    },
    onQuery() {
      parts.initialList.given();
    },
  });
}

function openDiagnostics({ options, session, settings, network, failures }: AppParts): Diagnostics {
  return createDiagnostics({
    shell: options.shell,
    clock: options.clock,
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
          pace: paceOf(account.limiter),
        },
        failures: failures.all(),
        unreadable: failures.unreadable(),
        log: options.log.tail(reportedLines),
      };
    },
  });
}

function paceOf(limiter: RateLimiter): EndpointPace[] {
  return limiter.endpoints().map((endpoint) => ({
    endpoint: endpoint.id,
    room: limiter.available(endpoint),
    ...limiter.pace(endpoint),
  }));
}

/** The window's calls; a secret in an answer is reported to the shell. */
function answerWindow(parts: AppParts, commands: Commands): App['call'] {
  const { options, events, settings } = parts;
  const shownSecret = createShownSecret({
    clock: options.clock,
    isGuarded: () => settings.get().hideSecretsFromCapture,
    publish: (shown) => {
      events.emit('secretShown', shown);
    },
  });
  return createIpcDispatcher({
    ...parts,
    commands,
    log: options.log,
    onAnswer: (name) => {
      shownSecret.answered(name);
    },
  });
}
