import { z } from 'zod';
import { backupCommands } from './ipc/backup.ts';
import { batchCommands } from './ipc/batches.ts';
import { command } from './ipc/command.ts';
import { checkCommands } from './ipc/checks.ts';
import { connectionCommands } from './ipc/connections.ts';
import { events } from './ipc/events.ts';
import { inboxCommands } from './ipc/inbox.ts';
import { cacheCommands } from './ipc/cache.ts';
import { networkCommands } from './ipc/network.ts';
import { quickCommands } from './ipc/quick.ts';
import { purchaseCommands } from './ipc/purchase-journal.ts';
import { sessionCommands } from './ipc/session.ts';
import { secretCommands } from './ipc/secrets.ts';
import { settingsCommands } from './ipc/settings.ts';
import { statsCommands } from './ipc/stats.ts';
import { syncCommands } from './ipc/sync.ts';
import { toolCommands } from './ipc/tools.ts';

export interface AppInfo {
  readonly version: string;
  readonly platform: string;
  /** What the computer is called in its network; empty where it has no name. */
  readonly computerName: string;
  readonly runtime: string;
  readonly startsWithSystem: boolean;
  /** When a check for updates last succeeded, Unix ms; absent where Culvert makes none. */
  readonly updatesCheckedAt?: number | null | undefined;
}

/**
 * Everything that crosses IPC besides the exposed endpoints of `api`. Main checks each input against its
 * schema; every answer is a `Result`. No answer carries an API key; a secret crosses only in
 * `secrets.reveal`, `secrets.qr` and `connections.xray`, one item at a time.
 */
export const ipc = {
  commands: {
    'app.info': command<AppInfo>()(z.strictObject({})),
    ...sessionCommands,
    ...syncCommands,
    ...connectionCommands,
    ...checkCommands,
    ...quickCommands,
    ...statsCommands,
    ...inboxCommands,
    ...settingsCommands,
    ...networkCommands,
    ...cacheCommands,
    ...secretCommands,
    ...toolCommands,
    ...purchaseCommands,
    ...batchCommands,
    ...backupCommands,
  },
  events,
} as const;

type Commands = typeof ipc.commands;
export type CommandName = keyof Commands;
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>;
export type CheckedInput<Name extends CommandName> = z.output<Commands[Name]['input']>;
export type CommandAnswer<Name extends CommandName> = NonNullable<Commands[Name]['answer']>;

export type EventName = keyof typeof ipc.events;
export type Events = {
  readonly [Name in EventName]: NonNullable<(typeof ipc.events)[Name]['payload']>;
};
