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

/** What a user chose. Every field has a default (`defaultSettings`), so that an older file reads well. */
export const Settings = z.strictObject({
  /** `system` follows the system's language. */
  language: z.enum(['system', ...languages]).default(defaultSettings.language),
  theme: z.enum(themes).default(defaultSettings.theme),
  /** Seconds until a copied secret leaves the clipboard; 0 leaves it there. */
  clipboardSeconds: z
    .union([z.literal(0), z.literal(30), z.literal(60), z.literal(180)])
    .default(defaultSettings.clipboardSeconds),
  closeToTray: z.boolean().default(defaultSettings.closeToTray),
  trayShows: z.enum(trayContents).default(defaultSettings.trayShows),
  /** Keys that open the quick copy window anywhere; `usual` are those of the system, see `usualKeys`. */
  quickKeys: z.union([z.enum(['usual', 'off']), ShortcutKeys]).default(defaultSettings.quickKeys),
  /** Says when what leaves has a key that is on a device already. */
  keyDevices: z.boolean().default(defaultSettings.keyDevices),
  startWithSystem: z.boolean().default(defaultSettings.startWithSystem),
  /** What the system's notifications tell of: messages and money, terms and traffic, servers and devices. */
  notifyMoney: z.boolean().default(defaultSettings.notifyMoney),
  notifyTerms: z.boolean().default(defaultSettings.notifyTerms),
  notifyMachines: z.boolean().default(defaultSettings.notifyMachines),
  /** Where it is not 0, a locked or sleeping system locks Culvert as well. */
  lockMinutes: z.literal(lockTimes).default(defaultSettings.lockMinutes),
  /** Whether the user has read what a check contacts, and from where (`checks.accept`). */
  checksExplained: z.boolean().default(defaultSettings.checksExplained),
  checkOnNetworkChange: z.boolean().default(defaultSettings.checkOnNetworkChange),
  /** They are checked each hour while the computer is in use, in networks that are remembered. */
  checkHourly: z.boolean().default(defaultSettings.checkHourly),
  /** What checks find is remembered by network; else the newest result of each connection alone. */
  checkHistory: z.boolean().default(defaultSettings.checkHistory),
  /** The clients that what is copied, and what is drawn as QR codes, is for (`primaryForm`). */
  pasteApp: ChosenApp.default(defaultSettings.pasteApp),
  scanApp: ChosenApp.default(defaultSettings.scanApp),
});
export type Settings = z.output<typeof Settings>;

export interface SettingsState extends Settings {
  /** What `system` means now. */
  readonly resolvedLanguage: Language;
  /** Their file was damaged at the start, and some are at their defaults again. */
  readonly lost?: true;
}

export const settingsCommands = {
  /** Saves a report without anything secret; `null` when the user changed their mind. */
  'settings.saveDiagnostics': command<{ name: string | null }>()(noInput),
  'settings.get': command<SettingsState>()(noInput),
  'settings.set': command<SettingsState>()(
    z.strictObject({
      language: Settings.shape.language.unwrap().optional(),
      theme: Settings.shape.theme.unwrap().optional(),
      clipboardSeconds: Settings.shape.clipboardSeconds.unwrap().optional(),
      closeToTray: z.boolean().optional(),
      trayShows: Settings.shape.trayShows.unwrap().optional(),
      quickKeys: Settings.shape.quickKeys.unwrap().optional(),
      keyDevices: z.boolean().optional(),
      startWithSystem: z.boolean().optional(),
      notifyMoney: z.boolean().optional(),
      notifyTerms: z.boolean().optional(),
      notifyMachines: z.boolean().optional(),
      lockMinutes: Settings.shape.lockMinutes.unwrap().optional(),
      checkOnNetworkChange: z.boolean().optional(),
      checkHourly: z.boolean().optional(),
      /** Off: what is remembered of networks is forgotten. */
      checkHistory: z.boolean().optional(),
      pasteApp: ChosenApp.optional(),
      scanApp: ChosenApp.optional(),
    }),
  ),
} as const;
