import { z } from 'zod';
import { command } from './ipc/command.ts';
import { connectionCommands, type ExportForm } from './ipc/connections.ts';
import { inboxCommands, type InboxState } from './ipc/inbox.ts';
import { libraryCommands, type LibraryEntry } from './ipc/cache.ts';
import { networkCommands } from './ipc/network.ts';
import { purchaseCommands, type PurchaseJournal } from './ipc/purchase-journal.ts';
import { sessionCommands, type SessionState } from './ipc/session.ts';
import { settingsCommands, type SettingsState } from './ipc/settings.ts';
import { statsCommands, type ServerStats } from './ipc/stats.ts';
import { syncCommands, type SyncState } from './ipc/sync.ts';
import { toolCommands } from './ipc/tools.ts';

/**
 * What the window may ask of the main process besides the rows of `api` that are exposed to it, and
 * what it is told. Every input is checked in main against its schema; every answer is a `Result`.
 * No answer carries an API key; a connection's secret crosses only in `connections.reveal` and
 * `connections.qr`, one item at a time.
 */

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  /** Which runtime shows the window. */
  readonly runtime: string;
}

export const bridge = {
  'app.info': command<AppInfo>()(z.strictObject({})),
  ...sessionCommands,
  ...syncCommands,
  ...connectionCommands,
  ...statsCommands,
  ...inboxCommands,
  ...settingsCommands,
  ...networkCommands,
  ...libraryCommands,
  ...toolCommands,
  ...purchaseCommands,
} as const;

export type Bridge = typeof bridge;
export type CommandName = keyof Bridge;
export type CommandInput<Name extends CommandName> = z.input<Bridge[Name]['input']>;
export type CommandAnswer<Name extends CommandName> = NonNullable<Bridge[Name]['answer']>;

/** What main tells the window, by event. */
export interface Events {
  'session.changed': SessionState;
  'sync.changed': SyncState;
  /** Something in the list changed; `keys` names what, `null` when it is most of it. */
  'connections.changed': { readonly revision: number; readonly keys: readonly string[] | null };
  /** Only servers whose values changed. */
  'stats.changed': readonly ServerStats[];
  'inbox.changed': InboxState;
  'settings.changed': SettingsState;
  'library.changed': LibraryEntry;
  'purchases.changed': PurchaseJournal;
  /** Asks the window to show a page, as when the tray's "Settings" was chosen. */
  'app.navigate': { readonly path: string };
  /** Something was copied outside the window (the tray). */
  'app.copied': {
    readonly title: string;
    readonly form: ExportForm;
    readonly clearsAt: number | null;
  };
}
export type EventName = keyof Events;

export const eventNames: readonly EventName[] = [
  'session.changed',
  'sync.changed',
  'connections.changed',
  'stats.changed',
  'inbox.changed',
  'settings.changed',
  'library.changed',
  'purchases.changed',
  'app.navigate',
  'app.copied',
];
