import { Settings, type SettingsState } from '#contract/ipc/settings.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Emit } from './events.ts';
import type { Handlers } from './handlers.ts';
import type { FakeOptions } from './options.ts';

/** The settings, in a window without a main process. */
export function fakeSettings(options: Pick<FakeOptions, 'settings' | 'unexplained'>, emit: Emit) {
  let settings: SettingsState = {
    ...Settings.parse({ language: 'en', theme: 'light' }),
    checksExplained: options.unexplained !== true,
    resolvedLanguage: 'en',
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
