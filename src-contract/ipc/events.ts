import type { BatchList } from './batches.ts';
import type { CachedRead } from './cache.ts';
import type { CheckProgress } from './checks.ts';
import type { ConnectionChanges } from './connections.ts';
import type { InboxState } from './inbox.ts';
import type { PurchaseJournal } from './purchase-journal.ts';
import type { Copied } from './secrets.ts';
import type { SessionState } from './session.ts';
import type { SettingsState } from './settings.ts';
import type { ServerNow, ServerStats } from './stats.ts';
import type { SyncState } from './sync.ts';

/** What the preload runs. It imports types only: the preload needs no schemas. */

export const callChannel = 'culvert:call';
export const eventChannel = 'culvert:event';

interface IpcEvent<Payload> {
  /** Never present: carries the type. */
  readonly payload?: Payload;
}

function event<Payload>(): IpcEvent<Payload> {
  return {};
}

export const events = {
  'session.changed': event<SessionState>(),
  'sync.changed': event<SyncState>(),
  'connections.changed': event<ConnectionChanges>(),
  /** How many files of a folder of connections are written, while it is being saved. */
  'connections.saving': event<{
    readonly running: boolean;
    readonly written: number;
    readonly total: number;
  }>(),
  'checks.changed': event<CheckProgress>(),
  /** Only the servers whose values changed. */
  'stats.changed': event<readonly ServerStats[]>(),
  /** The state of a cloud server became another one: all servers. */
  'servers.changed': event<readonly ServerNow[]>(),
  'inbox.changed': event<InboxState>(),
  'settings.changed': event<SettingsState>(),
  'cache.changed': event<CachedRead>(),
  'purchases.changed': event<PurchaseJournal>(),
  'batches.changed': event<BatchList>(),
  /** What the quick copy window finds may be out of date; it searches again. */
  'quick.changed': event<true>(),
  'quick.shown': event<boolean>(),
  /** Asks the window to show a page, for example after "Settings" was clicked in the tray. */
  'app.navigate': event<{ readonly path: string }>(),
  /** Main's own question is open (`true`), or no longer. */
  'app.asking': event<boolean>(),
  /** Something was copied outside the window (the tray). */
  'app.copied': event<
    Copied & { readonly key: string; readonly title: string; readonly ms?: number }
  >(),
} as const;
