import type { CommandInput } from '#contract/ipc.ts';
import { languages, Settings, type SettingsState } from '#contract/ipc/settings.ts';
import type { PlainFiles } from './ports.ts';

const fileName = 'settings.json';

export interface SettingsStore {
  get(): SettingsState;
  /** @param change what the window may choose, and what main itself writes down */
  set(
    change: CommandInput<'settings.set'> &
      CommandInput<'checks.choose'> &
      Partial<Pick<Settings, 'checksExplained'>>,
  ): SettingsState;
}

/**
 * What the person chose, in a plain file: it must be readable before the keychain is.
 *
 * @param systemLanguage the system's language tag, such as `ru-RU`
 * @param publish hears of every change
 */
export function createSettings(
  files: PlainFiles,
  systemLanguage: string,
  publish: (state: SettingsState) => void,
): SettingsStore {
  let settings = readSettings(files.read(fileName));

  function state(): SettingsState {
    const spoken = settings.language === 'system' ? systemLanguage : settings.language;
    const resolvedLanguage =
      languages.find((language) => spoken.toLowerCase().startsWith(language)) ?? 'en';
    return { ...settings, resolvedLanguage };
  }

  return {
    get: state,
    set(change) {
      settings = Settings.parse({ ...settings, ...withoutUndefined(change) });
      files.write(fileName, `${JSON.stringify(settings, null, 2)}\n`);
      publish(state());
      return state();
    },
  };
}

/** Each field on its own: one that cannot be read falls back to its default, the others stay. */
function readSettings(text: string | undefined): Settings {
  const stored = parsed(text);
  const known = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(stored[name]);
    return value.success ? [[name, value.data] as const] : [];
  });
  return Settings.parse(Object.fromEntries(known));
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function withoutUndefined(change: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
