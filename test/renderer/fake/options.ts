import type { CommandName, EventName, Events } from '#contract/ipc.ts';
import type { InboxState } from '#contract/ipc/inbox.ts';
import type { NetworkCheck, NetworkState } from '#contract/ipc/network.ts';
import type { QuickShortcut } from '#contract/ipc/quick.ts';
import type { PurchaseJournal } from '#contract/ipc/purchase-journal.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';
import type { SyncState } from '#contract/ipc/sync.ts';
import type { UnreadableElement } from '#contract/unreadable.ts';
import type { Failure } from '#contract/failure.ts';
import type { FakeConnection } from './connections/connections.ts';

/** What a test wants the fake to be before the window opens. */
export interface FakeOptions {
  readonly count?: number | 'demo';
  readonly session?: Partial<SessionState>;
  readonly sync?: Partial<SyncState>;
  /** The user has not read yet what a check contacts. */
  readonly unexplained?: boolean;
  /** A check runs already. */
  readonly checking?: { readonly done: number; readonly total: number };
  readonly settings?: Partial<SettingsState>;
  /** Commands that fail, and with what. */
  readonly failures?: Partial<Record<CommandName, Failure>>;
  /** What rows of the service that are sent fail with, by their ids. */
  readonly refused?: Readonly<Record<string, Failure>>;
  /** Commands that never answer. */
  readonly silent?: readonly CommandName[];
  /** Milliseconds until each answer, and until those of some commands. */
  readonly latency?: number;
  readonly latencies?: Partial<Record<CommandName, number>>;
  /** Milliseconds between readings of the watched servers; 0 for one reading only. */
  readonly pollEvery?: number;
  /** Cached reads by the id of their row, the same for every input. */
  readonly library?: Readonly<Record<string, unknown>>;
  /** The elements that could not be read, by endpoint id. */
  readonly libraryUnreadable?: Readonly<Record<string, readonly UnreadableElement[]>>;
  /** How old they are, in milliseconds. */
  readonly libraryAge?: number;
  /** What their last attempt failed with. */
  readonly libraryFailure?: Failure;
  /** The installed program that takes connection links; none where it is absent. */
  readonly client?: string;
  /** The commands in every tunnel's configuration. */
  readonly commands?: readonly string[];
  /** What the shortcut of the quick copy window is. */
  readonly shortcut?: Partial<QuickShortcut>;
  /** What any cached read's secret is. */
  readonly revealed?: string;
  /** What the QR codes of connections say, instead of their secrets. */
  readonly qrText?: string;
  readonly inbox?: InboxState;
  readonly journal?: PurchaseJournal;
  readonly network?: NetworkState;
  readonly checked?: NetworkCheck;
  /** Whether a pair of keys was made here. */
  readonly made?: boolean;
  /** How old the statistics are, in milliseconds. */
  readonly statsAge?: number;
  /** Whether every title and name is as long as it can be. */
  readonly longWords?: boolean;
}

/** What a test may do to the fake while the window is open. */
export interface FakeControl {
  readonly calls: { readonly name: string; readonly input: unknown }[];
  /** How many calls wait for an answer that will come. */
  readonly underWay: number;
  emit<Name extends EventName>(event: Name, payload: Events[Name]): void;
  setSync(changes: Partial<SyncState>): void;
  setSession(changes: Partial<SessionState>): void;
  /** Changes connections as a refresh would, and notifies the window. */
  change(alter: (all: FakeConnection[]) => FakeConnection[]): void;
  all(): readonly FakeConnection[];
}

declare global {
  interface Window {
    readonly fake: FakeControl;
    readonly fakeOptions?: FakeOptions;
  }
}
