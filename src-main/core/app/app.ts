import type { FileRequest } from '#contract/command-line.ts';
import type { ExportForm } from '#contract/ipc/connections.ts';
import { answerFileCommand, createCommandAnswers } from './answer-command.ts';
import { AppParts, type AppOptions } from './app-parts.ts';
import { createIpcDispatcher } from './ipc-dispatcher.ts';
import { checkFavourites, copyOutsideWindow, copyWorking } from './copy-outside-window.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';

/** The program without its shell: what `electron/` drives and shows. */
export type App = ReturnType<typeof createApp>;

/** Puts the core together. Nothing happens before `start`. */
export function createApp(options: AppOptions) {
  const app = new AppParts(options);
  const { events, session, clipboard, consent, network, autoLock, activity } = app;

  return {
    /** Checks the name and the input of a call of the window; never throws. */
    call: createIpcDispatcher(app),
    listen: (listener: AppParts['publish']) => app.listen(listener),
    /** The time that counts, Unix milliseconds. */
    now: () => app.options.clock.now(),
    tray: () => app.tray.state(),
    /** Id of the open account; `undefined` while none is, as when Culvert is locked. */
    accountId: () => session.current()?.id,
    /** How the service is reached, compared with what the keychain confirms. Never rejects. */
    networkState: () => network.verify(),
    onTrayChange: (listener: () => void) => void events.on('trayChanged', listener),
    onNotification: (listener: (notification: SystemNotification) => void) =>
      void events.on('notification', listener),
    copyFromTray: (key: string, form?: ExportForm) => copyOutsideWindow(app, { key, form }),
    copyWorking: () => copyWorking(app),
    checkFavourites: () => checkFavourites(app),
    answerCommand: createCommandAnswers(app),
    answerFileCommand: (request: FileRequest, passphrase: string) =>
      answerFileCommand(app, request, passphrase),
    /** Opens the account that was open last, or the local demonstration service that is passed. */
    async start(local?: { readonly service: string; readonly key: string }): Promise<void> {
      void app.networkWatch.look();
      const signedIn = local && (await session.signIn(local.service, local.key)).ok;
      if (!signedIn) await session.start();
    },
    /** A window is opening: it shows what the account has before more is requested. */
    expectWindow: () => activity.expectWindow(),
    /** No window: no statistics, and no dialog, whose price would be old later. */
    setWindowVisible(visible: boolean) {
      if (visible) {
        session.current()?.limiter.expectUser();
        session.current()?.purchases.lookNow();
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
