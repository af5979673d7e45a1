import type { SettingsState } from '#contract/ipc/settings.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

const usual: Omit<SettingsState, 'checksExplained'> = {
  language: 'en',
  theme: 'light',
  clipboardSeconds: 60,
  closeToTray: true,
  trayShows: 'recents',
  jumpList: false,
  lockMinutes: 0,
  lockedTray: 'nothing',
  hideSecretsFromCapture: true,
  touchId: false,
  quickKeys: 'usual',
  quickKept: true,
  connectionsWidth: null,
  entriesWidth: null,
  cacheDays: 0,
  startWithSystem: false,
  notifyInbox: true,
  notifyExpiring: true,
  notifyPayments: true,
  notifyServers: true,
  checkResolver: 'off',
  checkAddress: null,
  checkThroughProxy: false,
  resolvedLanguage: 'en',
};

/** The settings, in a window without a main process. */
export function fakeSettings(options: Pick<FakeOptions, 'settings' | 'unexplained'>, emit: Emit) {
  let settings: SettingsState = {
    ...usual,
    checksExplained: options.unexplained !== true,
    ...options.settings,
  };

  function publish(next: SettingsState): Result<SettingsState> {
    settings = next;
    emit('settings.changed', settings);
    return ok(settings);
  }

  const handlers: Handlers = {
    'settings.get': () => ok(settings),
    'settings.saveDiagnostics': () => ok({ name: 'culvert-diagnostics.json' }),
    'settings.set': (changes) => {
      const { language = settings.language } = changes;
      return publish({
        ...settings,
        ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
        resolvedLanguage: language === 'system' ? 'en' : language,
      });
    },
    'checks.choose': (choice) => publish(Object.assign({}, settings, choice)),
    'checks.accept': () => {
      settings = { ...settings, checksExplained: true };
      return ok(settings);
    },
  };
  return {
    handlers,
    /** When a secret that is copied now leaves the clipboard, Unix milliseconds. */
    clearsAt: (): number | null =>
      settings.clipboardSeconds === 0 ? null : Date.now() + settings.clipboardSeconds * 1000,
  };
}
