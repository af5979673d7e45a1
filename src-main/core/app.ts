import type { CommandReply, CommandRequest } from '#contract/command-line.ts';
import type { CheckResult } from '#contract/check-result.ts';
import type { AppInfo, EventName, Events } from '#contract/ipc.ts';
import type { CommandsRemoved, ExportForm } from '#contract/ipc/connections.ts';
import type { NetworkState } from '#contract/ipc/network.ts';
import type { SyncState } from '#contract/ipc/sync.ts';
import type { SessionState } from '#contract/ipc/session.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { ConnectionState } from '#contract/rules/connection-state.ts';
import type { SettingsState } from '#contract/ipc/settings.ts';

import type { SystemNotification } from './system-notifications/notification.ts';
import type {
  Clipboard,
  Clock,
  ConsentDialog,
  Distance,
  EncryptedResolver,
  HttpTransport,
  Log,
  LogHistory,
  LongAnswerReader,
  PlainFiles,
  ProbeSockets,
  QuickWindow,
  Random,
  NetworkPath,
  SecretStore,
  Shell,
  Vault,
  VaultStorage,
} from './ports.ts';

/** An item of the tray's menu that copies a connection. */
export interface TrayConnection {
  readonly key: string;
  readonly title: string;
  /** Country code, for ordering and words; never shown as an emoji. */
  readonly country: string;
  readonly forms: readonly ExportForm[];
  /** Unix seconds. */
  readonly expiresAt: number | null;
  /** Its one state, as its row shows it. */
  readonly state: ConnectionState;
  /** What checking it from here found, while that is fresh. */
  readonly check?: CheckResult;
}

/** Everything the tray shows. It is complete without a window and without a network. */
export interface TrayState {
  readonly signedIn: boolean;
  /** Culvert locked itself: what it names cannot be copied. */
  readonly locked: boolean;
  readonly favourites: readonly TrayConnection[];
  readonly recents: readonly TrayConnection[];
  /** Expired or expiring within seven days, soonest first. */
  readonly expiring: readonly TrayConnection[];
  readonly sync: SyncState;
  readonly settings: SettingsState;
}

/** The program without its shell: what `electron/` drives and shows. */
export interface App {
  /**
   * Answers one call of the window. Checks the name (a command of `ipc`, or an endpoint exposed to
   * the window) and the input; never throws.
   */
  call(name: string, input: unknown): Promise<Result<unknown>>;
  /** Subscribes to every event for the window; returns the function that unsubscribes. */
  listen(
    listener: <Name extends EventName>(event: Name, payload: Events[Name]) => void,
  ): () => void;
  tray(): TrayState;
  /** How the service is reached, compared with what the keychain confirms. Never rejects. */
  networkState(): Promise<NetworkState>;
  /** Subscribes to changes of `tray()`; returns the function that unsubscribes. */
  onTrayChange(listener: () => void): () => void;
  /**
   * Subscribes to system notifications, with or without a window; returns the function that
   * unsubscribes.
   */
  onNotification(listener: (notification: SystemNotification) => void): () => void;
  /** Subscribes to whether a secret may be on screen; returns the function that unsubscribes. */
  onSecretShown(listener: (shown: boolean) => void): () => void;
  /** Copies from the tray: like `connections.copy`, and remembers it among the recents. */
  copyFromTray(
    key: string,
    form: ExportForm,
  ): Promise<Result<{ clearsAt: number | null } & CommandsRemoved>>;
  /** Answers a command of the command line; nothing in the answer is secret. */
  answerCommand(request: CommandRequest): Promise<CommandReply>;
  /** Opens the account that was open last, or the local demonstration service that is passed. */
  start(local?: { readonly service: string; readonly key: string }): Promise<void>;
  /** A window is opening: it shows what the account has before more is requested. */
  expectWindow(): void;
  /** No statistics are requested while no window is visible. */
  setWindowVisible(visible: boolean): void;
  /**
   * The system sleeps or wakes, saves its battery or not. A sleep clears a copied secret, and ends
   * the connections to the service.
   */
  setPower(power: { readonly asleep: boolean; readonly saving: boolean }): void;
  /** The screen was locked: a copied secret leaves the clipboard, and Culvert may lock itself. */
  setLocked(): void;
  /** Stops timers, clears a secret still on the clipboard, closes the connections to the service. */
  stop(): Promise<void>;
}

/** Everything the core needs of the world. */
export interface AppOptions {
  readonly info: AppInfo;
  /** The system's language tag, such as `ru-RU`. */
  readonly systemLanguage: string;
  readonly clock: Clock;
  /** The time by which purchases wait and give up; `clock` where none is given. */
  readonly purchaseClock?: Clock | undefined;
  readonly random: Random;
  readonly log: Log & LogHistory;
  readonly secrets: SecretStore;
  readonly vault: Vault;
  readonly vaultStorage: VaultStorage;
  /** Set when the vault that was there could not be opened. */
  readonly vaultProblem: Failure | null;
  readonly files: PlainFiles;
  readonly clipboard: Clipboard;
  readonly consentDialog: ConsentDialog;
  readonly shell: Shell;
  readonly distance: Distance;
  /** Opens an encrypted resolver, to which nothing but its questions is sent. */
  readonly openResolver: (url: string) => Promise<EncryptedResolver>;
  /** @param proxy address of the proxy that they lead through, with its login; `undefined`: straight */
  readonly openProbeSockets: (proxy: string | undefined) => ProbeSockets;
  readonly quickWindow: QuickWindow;
  readonly openTransport: (
    service: string,
    path: NetworkPath,
  ) => HttpTransport | Promise<HttpTransport>;
  /** Where long answers of the service are parsed; on the main thread where none is given. */
  readonly readLongAnswer?: LongAnswerReader;
  /** How long the computer has had no input, milliseconds; nothing where it cannot tell. */
  readonly idleMs?: () => number;
  /** What the sign-in screen is filled in with. */
  readonly prefill: SessionState['prefill'];
}
