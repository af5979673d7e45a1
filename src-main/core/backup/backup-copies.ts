import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BackupCopies as CopiesState } from '#contract/ipc/backup.ts';
import { ok, type Result } from '#contract/failure.ts';
import {
  SecretStoreError,
  type BackupFiles,
  type Clock,
  type Log,
  type SecretStore,
} from '#core/kernel/ports.ts';
import { createScheduler, type Scheduler } from '#core/kernel/scheduler.ts';
import { createQueue } from '#core/kernel/queue.ts';
import { parseStored } from '#core/kernel/stored-json.ts';
import { copiesEntry, keychainResult } from '#core/session/key-ring.ts';
import { sealBackup, type Backup } from './backup-file.ts';
import type { Backups } from './backups.ts';

/** How often it is looked whether something changed, milliseconds. */
const renewEvery = 10 * 60_000;
const count = 5;
const prefix = 'culvert-backup-';

/** In the keychain: no plain file decides where a backup goes. */
const StoredCopies = z.object({
  folder: z.string(),
  passphrase: z.string(),
  writtenAt: z.number().nullable(),
  digest: z.string(),
});
type StoredCopies = z.output<typeof StoredCopies>;

const off: CopiesState = { folder: null, writtenAt: null, failed: false };

interface CopiesOptions {
  readonly backups: Pick<Backups, 'collect'>;
  readonly entries: SecretStore;
  readonly files: Pick<BackupFiles, 'writeCopy'>;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Log;
  readonly work?: number | undefined;
}

/** Copies of the backup in a folder that the user named, renewed when something changed. */
export class BackupCopies {
  readonly #options: CopiesOptions;
  readonly #timer: Scheduler;
  #failed = false;
  /** The keychain has said that they are off: it is not asked again. */
  #isOff = false;
  readonly #inTurn = createQueue();

  constructor(options: CopiesOptions) {
    this.#options = options;
    this.#timer = createScheduler(options.clock);
  }

  follow(isOpen: boolean): void {
    this.#timer.cancel();
    if (isOpen) this.#timer.repeat(() => void this.#renew(), renewEvery);
  }

  async state(): Promise<CopiesState> {
    const stored = await this.#stored();
    if (stored === undefined) return off;
    return { folder: stored.folder, writtenAt: stored.writtenAt, failed: this.#failed };
  }

  /** Switches them on, with a first copy, or off where no folder is named. */
  async set(folder: string | undefined, passphrase: string): Promise<Result<CopiesState>> {
    const { entries } = this.#options;
    const changed = await keychainResult(async () => {
      if (folder === undefined) await entries.remove(copiesEntry);
      else await this.#save({ folder, passphrase, writtenAt: null, digest: '' });
    });
    if (!changed.ok) return changed;
    this.#failed = false;
    if (folder !== undefined) await this.#renew();
    return ok(await this.state());
  }

  #renew(): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#write();
        this.#failed = false;
      } catch (error) {
        this.#failed = true;
        const name = error instanceof Error ? error.name : 'unknown';
        this.#options.log.write('warn', 'backup-copy-failed', { error: name });
      }
    });
  }

  async #write(): Promise<void> {
    const { backups, files, clock, work } = this.#options;
    const stored = this.#isOff ? undefined : await this.#stored();
    if (stored === undefined) return;
    const backup = await backups.collect({ keys: false, secrets: false });
    if (backup === undefined) return;
    const digest = digestOf(backup);
    if (digest === stored.digest) return;
    const bytes = await sealBackup(backup, stored.passphrase, work);
    await files.writeCopy(stored.folder, prefix, bytes, count);
    await this.#save({ ...stored, digest, writtenAt: clock.now() });
  }

  async #stored(): Promise<StoredCopies | undefined> {
    try {
      const stored = parseStored(
        (await this.#options.entries.get(copiesEntry)) ?? '',
        StoredCopies,
      );
      this.#isOff = stored === undefined;
      return stored;
    } catch (error) {
      if (error instanceof SecretStoreError) return undefined;
      throw error;
    }
  }

  #save(stored: StoredCopies): Promise<void> {
    this.#isOff = false;
    return this.#options.entries.set(copiesEntry, JSON.stringify(stored));
  }
}

/** Results of checks alone are no reason for another copy. */
function digestOf({ settings, accounts }: Backup): string {
  const kept = accounts.map(({ data, ...account }) => ({
    ...account,
    data: { ...data, checks: {} },
  }));
  return createHash('sha256')
    .update(JSON.stringify([settings, kept]))
    .digest('base64');
}
