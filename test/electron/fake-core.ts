import type { EventName, Events } from '#contract/ipc.ts';
import { Settings } from '#contract/ipc/settings.ts';
import { noProgress } from '#contract/ipc/checks.ts';
import { nothingSynced } from '#contract/ipc/sync.ts';
import { ok } from '#contract/failure.ts';
import type { SystemNotification } from '#core/notifications/notification.ts';
import type { App } from '#core/app/app.ts';
import type { TrayState } from '#core/tray/tray-state.ts';

/** A core with a settable state that records the calls of the shell. */
export interface FakeCore extends App {
  readonly calls: unknown[][];
  account: string;
  working: Awaited<ReturnType<App['copyWorking']>>;
  /** Changes the tray state and notifies its listeners. */
  change(next: (state: TrayState) => TrayState): void;
  notify(notification: SystemNotification): void;
  emit<Name extends EventName>(event: Name, payload: Events[Name]): void;
  stopping: Promise<unknown>;
}

/** Listeners that are all called with the same values. */
function createListeners<Values extends unknown[]>() {
  const listeners = new Set<(...values: Values) => void>();
  return {
    notify: (...values: Values): void => {
      for (const listener of listeners) listener(...values);
    },
    add: (listener: (...values: Values) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function createFakeCore(): FakeCore {
  const calls: unknown[][] = [];
  const events = createListeners<[event: EventName, payload: never]>();
  const trayChanges = createListeners<[]>();
  const notifications = createListeners<[notification: SystemNotification]>();
  let state = signedIn;

  const core: FakeCore = {
    calls,
    account: 'a1',
    working: ok({ title: 'Home', ms: 41.6, form: 'url', clearsAt: null }),
    stopping: Promise.resolve(),
    change: (next) => {
      state = next(state);
      trayChanges.notify();
    },
    notify: notifications.notify,
    emit: (event, payload) => events.notify(event, payload as never),
    call: (name, input) => {
      calls.push(['call', name, input]);
      return Promise.resolve(ok({ name }));
    },
    listen: events.add,
    now: () => Date.now(),
    tray: () => state,
    accountId: () => core.account,
    networkState: () => Promise.reject(new Error('not asked for')),
    onTrayChange: (listener) => void trayChanges.add(listener),
    onNotification: (listener) => void notifications.add(listener),
    copyFromTray: (key, form) => {
      calls.push(['copyFromTray', key, form]);
      return Promise.resolve(
        key === 'config:2'
          ? { ok: false, failure: { kind: 'vault', reason: 'not-cached' } }
          : ok({
              form: form ?? 'url',
              clearsAt: 60_000,
              ...(key === 'config:3' && { fails: 'fails', onDevices: ['phone'] }),
            }),
      );
    },
    copyWorking: () => {
      calls.push(['copyWorking']);
      return Promise.resolve(core.working);
    },
    checkFavourites: () => {
      calls.push(['checkFavourites']);
      return Promise.resolve(ok({ ...noProgress, done: 2, total: 2, answered: 1 }));
    },
    answerFileCommand: () => Promise.resolve({ status: 'backed-up' }),
    answerCommand: (request) => {
      calls.push(['answerCommand', request]);
      return Promise.resolve({
        status: 'copied',
        title: 'Home',
        commandsRemoved: false,
        fails: null,
        onDevices: [],
      });
    },
    expectWindow: () => void calls.push(['expectWindow']),
    setWindowVisible: (visible) => void calls.push(['visible', visible]),
    windowUsed: () => void calls.push(['windowUsed']),
    setAsleep: () => undefined,
    setLocked: () => undefined,
    endSession: () => void calls.push(['endSession']),
    closeDialogs: () => void calls.push(['closeDialogs']),
    start: () => Promise.resolve(),
    stop: async () => {
      calls.push(['stop']);
      await core.stopping;
    },
  };
  return core;
}

const one = { country: 'NL', forms: ['url'], expiresAt: null } as const;

const signedIn: TrayState = {
  signedIn: true,
  locked: false,
  lockable: true,
  favourites: [
    { ...one, key: 'config:1', title: 'Home & away' },
    { ...one, key: 'config:2', title: 'Gone' },
  ],
  recents: [],
  expiring: [{ ...one, key: 'config:3', title: 'Soon', expiresAt: 1_800_000_000 }],
  sync: { ...nothingSynced, network: 'online', refreshedAt: 0 },
  settings: { ...Settings.parse({ language: 'en', theme: 'light' }), resolvedLanguage: 'en' },
};
