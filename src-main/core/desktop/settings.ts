import { z } from 'zod';
import type { CommandInput } from '#contract/ipc.ts';
import { languages } from '#contract/constants.ts';
import { Settings, type SettingsState } from '#contract/ipc/settings.ts';
import type { Log, PlainFiles } from '#core/kernel/ports.ts';
import { parseStored, readStoredFile } from '#core/kernel/stored-json.ts';

const fileName = 'settings.json';

export type SettingsStore = ReturnType<typeof createSettings>;

/** In a plain file, readable before the keychain is. A damaged one is set aside. */
export function createSettings(
  files: PlainFiles,
  systemLanguage: string,
  log: Log,
  publish: (state: SettingsState) => void,
) {
  const read = readSettings(files, log);
  let { settings } = read;

  function state(): SettingsState {
    const spoken = settings.language === 'system' ? systemLanguage : settings.language;
    const resolvedLanguage =
      languages.find((language) => spoken.toLowerCase().startsWith(language)) ?? 'en';
    return { ...settings, resolvedLanguage, ...(read.isLost && { lost: true }) };
  }

  return {
    get: state,
    /** @param change what the window may choose, and what main itself writes down */
    set(
      change: CommandInput<'settings.set'> & Partial<Pick<Settings, 'checksExplained'>>,
    ): SettingsState {
      settings = Settings.parse({ ...settings, ...withoutUndefined(change) });
      writeSettings(files, settings);
      publish(state());
      return state();
    },
  };
}

/** Each field on its own: one that cannot be read falls back to its default, the others stay. */
function readSettings(files: PlainFiles, log: Log): { settings: Settings; isLost: boolean } {
  const { text, value } = readStoredFile(files, log, fileName, Settings);
  if (text === undefined || value) return { settings: value ?? Settings.parse({}), isLost: false };
  const stored = parseStored(text, z.record(z.string(), z.unknown()));
  const known = Object.entries(Settings.shape).flatMap(([name, schema]) => {
    const field = schema.safeParse(stored?.[name]);
    return field.success ? [[name, field.data] as const] : [];
  });
  const settings = Settings.parse(Object.fromEntries(known));
  files.setAside(fileName);
  writeSettings(files, settings);
  return { settings, isLost: true };
}

function writeSettings(files: PlainFiles, settings: Settings): void {
  files.write(fileName, `${JSON.stringify(settings, null, 2)}\n`);
}

function withoutUndefined(change: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
