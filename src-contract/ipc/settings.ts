import { z } from 'zod';
import { clientNames } from '../clients.ts';
import { defaultSettings, languages, type Language } from '../constants.ts';
import { command, noInput } from './command.ts';
import { ShortcutKeys } from './shortcut-keys.ts';

const themes = ['system', 'light', 'dark'] as const;
/** Favourites and recents, favourites alone, or no connection at all. */
const trayContents = ['recents', 'favourites', 'none'] as const;

/** Minutes without use after which Culvert locks itself; 0 never. */
const lockTimes = [0, 1, 5, 15, 60] as const;

/** A client that the user pastes into, or scans with; `null` where none was chosen. */
const ChosenApp = z.enum(clientNames).nullable();

const fields = {
  language: z.enum(['system', ...languages]),
  theme: z.enum(themes),
  /** Seconds until a copied secret leaves the clipboard; 0 leaves it there. */
  clipboardSeconds: z.literal([0, 30, 60, 180]),
  closeToTray: z.boolean(),
  trayShows: z.enum(trayContents),
  /** Keys that open the quick copy window anywhere; `usual` are those of the system, see `usualKeys`. */
  quickKeys: z.union([z.enum(['usual', 'off']), ShortcutKeys]),
  /** Says when what leaves has a key that is on a device already. */
  keyDevices: z.boolean(),
  startWithSystem: z.boolean(),
  /** What the system's notifications tell of: messages and money, terms and traffic, servers and devices. */
  notifyMoney: z.boolean(),
  notifyTerms: z.boolean(),
  notifyMachines: z.boolean(),
  /** Where it is not 0, a locked or sleeping system locks Culvert as well. */
  lockMinutes: z.literal(lockTimes),
  /** Whether the user has read what a check contacts, and from where (`checks.accept`). */
  checksExplained: z.boolean(),
  checkOnNetworkChange: z.boolean(),
  /** They are checked each hour while the computer is in use, in networks that are remembered. */
  checkHourly: z.boolean(),
  /** Off: what is remembered by network is forgotten, but for the newest result of each connection. */
  checkHistory: z.boolean(),
  /** The clients that what is copied, and what is drawn as QR codes, is for (`primaryForm`). */
  pasteApp: ChosenApp,
  scanApp: ChosenApp,
};
type Fields = typeof fields;

/** What a user chose. Every field has a default (`defaultSettings`), so that an older file reads well. */
export const Settings = z.strictObject(
  Object.fromEntries(
    Object.entries<z.ZodType>(fields).map(([name, field]) => [
      name,
      field.default(defaultSettings[name as keyof Fields]),
    ]),
  ) as { [Name in keyof Fields]: z.ZodDefault<Fields[Name]> },
);
export type Settings = z.output<typeof Settings>;

export interface SettingsState extends Settings {
  readonly resolvedLanguage: Language;
  /** Their file was damaged at the start, and some are at their defaults again. */
  readonly lost?: true;
}

export const settingsCommands = {
  /** Saves a report without anything secret; `null` when the user changed their mind. */
  'settings.saveDiagnostics': command<{ name: string | null }>()(noInput),
  'settings.get': command<SettingsState>()(noInput),
  'settings.set': command<SettingsState>()(
    z.strictObject(fields).omit({ checksExplained: true }).partial(),
  ),
} as const;
