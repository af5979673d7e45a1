import type { Events } from '#contract/ipc.ts';
import type { Failure } from '#contract/failure.ts';
import type { VaultProblem } from './account-records.ts';
import type { ApiClient } from '#core/api/api-client.ts';
import type { ClipboardGuard } from '#core/clipboard-guard.ts';
import type { ConnectionActions } from '#core/connections/connection-actions.ts';
import type { ConnectionBulk } from '#core/connections/connection-bulk.ts';
import type { Connections } from '#core/connections/connections.ts';
import type { RoutePace } from '#core/diagnostics/report.ts';
import type { Inbox } from '#core/inbox.ts';
import type { KeyTools } from '#core/keys/key-tools.ts';
import type { Library } from '#core/cache/read-cache.ts';
import type { Sync } from '#core/cache/sync.ts';
import type { PersistedUsage } from '#core/limits/persisted-usage.ts';
import type { AccountNotices } from '#core/system-notifications/account-notifications.ts';
import type { Notice, NoticeKind } from '#core/system-notifications/notification.ts';
import type { Clock, Log, Random, Shell } from '#core/ports.ts';
import type { Purchases } from '#core/purchases/purchases.ts';
import type { StatsPoller } from '#core/stats/stats-poller.ts';

/** What an open account needs of the world and of the program around it. */
export interface AccountWorld {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly shell: Shell;
  readonly clipboard: ClipboardGuard;
  readonly language: () => string;
  readonly clipboardSeconds: () => number;
  /** Since when what was seen is kept, Unix milliseconds; 0 for ever. */
  readonly cacheKeptSince: () => number;
  /** Hears that the profile was read: what the account is called may have become known. */
  readonly onProfile: () => void;
  readonly wantsNotice: (kind: NoticeKind) => boolean;
  readonly tell: (notice: Notice) => void;
  /** Hears how each call of the service failed. */
  readonly onFailure: (failure: Failure) => void;
  readonly publish: <Name extends keyof Events>(event: Name, payload: Events[Name]) => void;
  /** Hears that a record could not be opened or written; called once for each kind. */
  readonly onVaultProblem: (reason: VaultProblem) => void;
}

/** One account while it is open. */
export interface OpenAccount {
  readonly id: string;
  readonly service: string;
  readonly client: ApiClient;
  readonly library: Library;
  readonly connections: Connections;
  readonly actions: ConnectionActions;
  readonly bulk: ConnectionBulk;
  readonly inbox: Inbox;
  readonly notices: Pick<AccountNotices, 'sent'>;
  readonly sync: Sync;
  /** Something made these reads out of date: what is shown of them is read again. */
  makeStale(ids: readonly string[], changed?: unknown): void;
  /** Puts a secret on the clipboard for as long as the person chose. */
  copy(text: string): Promise<number | null>;
  readonly stats: StatsPoller;
  /** Everything that costs money or is shown once. */
  readonly purchases: Purchases;
  readonly keyTools: KeyTools;
  /** What it is called: the profile's e-mail, where there is one. */
  name(): string;
  /** Which key of the listed ones it uses; `null` where none, or more than one, begins like it. */
  keyInUse(): number | null;
  /** The window came up: room is kept for what the person may do next. */
  expectPerson(): void;
  /** How the routes that were used go on under the limits. */
  pace(): readonly RoutePace[];
  /** Removes everything it has sealed. */
  erase(): void;
  /** Answers with what of the limits it has spent. */
  stop(): Promise<PersistedUsage>;
}
