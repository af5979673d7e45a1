import type { ExportForm } from '#contract/ipc/connections.ts';
import type { Account } from '#core/session/account.ts';
import { createCommandAnswers } from './answer-command.ts';
import { createParts, type AppOptions, type AppParts } from './app-parts.ts';
import { createIpcDispatcher } from './ipc-dispatcher.ts';
import { checkFavourites, copyOutsideWindow, copyWorking } from './copy-outside-window.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';

/** The program without its shell: what `electron/` drives and shows. */
export type App = ReturnType<typeof createApp>;

/** Puts the core together. Nothing happens before `start`. */
export function createApp(options: AppOptions) {
  const app = createParts(options);
  const { events, windowListeners, session, clipboard, consent, network, autoLock, activity } = app;
  watchSettings(app);
  watchAccounts(app);
  watchSystem(app);
  watchWindowEvents(app);

  return {
    /** Checks the name and the input of a call of the window; never throws. */
    call: createIpcDispatcher(app),
    /** Subscribes to every event for the window; returns the function that unsubscribes. */
    listen(listener: AppParts['publish']): () => void {
      windowListeners.add(listener);
      return () => windowListeners.delete(listener);
    },
    /** The time that counts, Unix milliseconds. */
    now: () => app.options.clock.now(),
    tray: () => app.tray.state(),
    /** Id of the open account; `undefined` while none is, as when Culvert is locked. */
    accountId: () => session.current()?.id,
    /** How the service is reached, compared with what the keychain confirms. Never rejects. */
    networkState: () => network.verify(),
    onTrayChange: (listener: () => void) => events.on('trayChanged', listener),
    onNotification: (listener: (notification: SystemNotification) => void) =>
      events.on('notification', listener),
    copyFromTray: (key: string, form?: ExportForm) => copyOutsideWindow(app, key, form),
    copyWorking: () => copyWorking(app),
    checkFavourites: () => checkFavourites(app),
    ...createCommandAnswers(app),
    /** Opens the account that was open last, or the local demonstration service that is passed. */
    async start(local?: { readonly service: string; readonly key: string }): Promise<void> {
      void app.networkWatch.look();
      const signedIn = local && (await session.signIn(local.service, local.key)).ok;
      if (!signedIn) await session.start();
    },
    /** A window is opening: it shows what the account has before more is requested. */
    expectWindow() {
      app.opening.begin();
      activity.change({ opening: true });
    },
    /** No window: no statistics, and no dialog, whose price would be old later. */
    setWindowVisible(visible: boolean) {
      if (visible) {
        session.current()?.limiter.expectUser();
        void app.networkWatch.look();
      } else consent.close();
      autoLock.setWindowVisible(visible);
      activity.change({ visible });
    },
    windowUsed: () => autoLock.used(),
    /** A sleep closes main's dialog, clears a copied secret, and ends connections. */
    setAsleep(asleep: boolean) {
      app.options.clock.setAsleep(asleep);
      activity.change({ asleep });
      if (!asleep) {
        void app.networkWatch.look();
        return;
      }
      consent.close();
      // The service closes them meanwhile, which a sleeping system does not notice.
      network.renewConnections();
      void clipboard.clearNow();
      autoLock.systemLocked();
    },
    /** The screen was locked: main's dialog closes, a copied secret is cleared, and Culvert may lock itself. */
    setLocked() {
      consent.close();
      void clipboard.clearNow();
      autoLock.systemLocked();
    },
    /** The program is about to end: main's dialog does not outlive it. */
    closeDialogs: () => consent.close(),
    /** Log-off or shutdown: the process ends when this returns, so nothing is waited for. */
    endSession() {
      consent.close();
      clipboard.clearUnread();
    },
    /** Stops timers, clears a secret still on the clipboard, closes the connections to the service. */
    async stop(): Promise<void> {
      consent.close();
      await clipboard.close();
      app.automaticChecks.stop();
      await session.stop();
      options.vault.close();
    },
  };
}

/** Applies changed settings; the service names places in the user's language. */
function watchSettings({ events, settings, session, autoLock, automaticChecks }: AppParts): void {
  let language = settings.get().resolvedLanguage;
  autoLock.apply();
  events.on('published', (event) => {
    if (event !== 'settings.changed') return;
    autoLock.apply();
    automaticChecks.apply();
    const { resolvedLanguage } = settings.get();
    if (resolvedLanguage === language) return;
    language = resolvedLanguage;
    session.current()?.languageChanged();
  });
}

/** Refreshes an account that was opened: at once, or when a window that is opening shows it. */
function watchAccounts(app: AppParts): void {
  const { events, session, consent, activity, opening, networkWatch, tray } = app;
  const { backups, backupCopies } = app;
  /** Was opened for a window that is opening, and has not been refreshed yet. */
  let unread: Account | undefined;

  function refreshOpened(): void {
    unread = undefined;
    void session.current()?.sync.refresh('on-screen');
  }

  events.on('accountOpened', (account) => {
    if (account === undefined) networkWatch.stop();
    else networkWatch.start();
    consent.close();
    backupCopies.follow(account !== undefined);
    if (account === undefined) backups.forget();
    app.automaticChecks.apply();
    unread = undefined;
    if (!account) return;
    app.options.clock.follow(account.service);
    activity.apply();
    const hasStoredData = account.sync.state().refreshedAt !== null;
    if (hasStoredData && opening.running()) unread = account;
    else refreshOpened();
  });
  events.on('openingOver', () => {
    if (unread === session.current()) refreshOpened();
    activity.change({ opening: false });
    tray.changed();
  });
  events.on('networkChanged', () => void session.current()?.sync.refreshNow('user'));
  events.on('profileRead', () => session.onProfileRead());
  events.on('diskProblem', (reason) => session.reportDiskProblem(reason));
}

/** Other networks, other times and locks are of all parts. */
function watchSystem(app: AppParts): void {
  const { events, session, automaticChecks, tray, clipboard, backups } = app;
  events.on('systemNetworkChanged', (before) => {
    session.current()?.networkChanged();
    // At a start the network becomes known, and is no other one.
    if (before !== undefined) automaticChecks.networkChanged();
  });
  events.on('timeChanged', () => {
    session.current()?.timeChanged();
    tray.changed();
  });
  events.on('lockDue', () => {
    backups.close();
    void clipboard.clearNow();
    void session.lock();
  });
}

/** The tray, and how much is requested from the service, follow the events of the window. */
function watchWindowEvents({ events, session, activity, opening, tray }: AppParts): void {
  events.on('published', (event) => {
    if (event === 'session.changed') {
      const { status } = session.state();
      if (status !== 'opening' && status !== 'signed-in') opening.end();
    }
    if (event !== 'stats.changed' && event !== 'cache.changed') tray.changed();
    if (event === 'sync.changed') activity.apply();
    if (event === 'checks.changed') tray.checked();
  });
}
