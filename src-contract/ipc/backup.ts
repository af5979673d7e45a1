import { z } from 'zod';
import { command, noInput } from './command.ts';
import { longestPassphrase, shortestPassphrase } from './session.ts';

/** What a backup has of an account, in the order in which it is listed. */
export const backupKinds = [
  'favourites',
  'notes',
  'copies',
  'messages',
  'checks',
  'secrets',
] as const;
export type BackupKind = (typeof backupKinds)[number];
export type BackupCounts = Readonly<Record<BackupKind, number>>;

export interface BackupAccount {
  readonly service: string;
  /** Its e-mail; empty where it has none. */
  readonly name: string;
  /** `moved`: here, at another address; `key`: its key is in the file; `absent`: to be signed in to first. */
  readonly place: 'here' | 'moved' | 'key' | 'absent';
  readonly has: BackupCounts;
  /** How many of each are added here or replace an older one. */
  readonly changes: BackupCounts;
}

export interface BackupSummary {
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly accounts: readonly BackupAccount[];
  /** How many settings would change: those that are still at their defaults here. */
  readonly settings: number;
}

export interface Restored {
  readonly changed: number;
  readonly settings: number;
  readonly skipped: number;
}

export interface BackupCopies {
  /** `null`: switched off. */
  readonly folder: string | null;
  /** When the newest was written, Unix milliseconds; `null` for none yet. */
  readonly writtenAt: number | null;
  readonly failed: boolean;
}

const Passphrase = z.string().min(shortestPassphrase).max(longestPassphrase);

export const backupCommands = {
  /** Asks where to save; answers the file's name, `null` when the user changed their mind. */
  'backup.save': command<{ name: string | null }>()(
    z.strictObject({
      passphrase: Passphrase,
      keys: z.boolean(),
      secrets: z.boolean(),
    }),
  ),
  /** Asks for a file, and has main hold it; `false` when the user changed their mind. */
  'backup.choose': command<{ chosen: boolean }>()(noInput),
  /** Opens the chosen file. Fails with `file` and why it cannot be restored. */
  'backup.read': command<BackupSummary>()(
    z.strictObject({ passphrase: z.string().max(longestPassphrase) }),
  ),
  'backup.restore': command<Restored>()(noInput),
  /** Takes the last restoration back, except for what was changed since. */
  'backup.undo': command<true>()(noInput),
  'backup.close': command<true>()(noInput),
  'backup.copies': command<BackupCopies>()(noInput),
  /** Asks for the folder and writes the first copy there; an empty passphrase switches it off. */
  'backup.setCopies': command<BackupCopies>()(
    z.strictObject({ passphrase: z.union([z.literal(''), Passphrase]) }),
  ),
} as const;
